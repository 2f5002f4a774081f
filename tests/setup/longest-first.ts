import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In this order, so that no worker waits for a slow one at the end. */
const projects = ['browsers', 'foreign', 'processes', 'mocks', 'units']

/** By how long each file took in the last run; in a first one, by its size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name),
    )
  }
}
