import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In this order, so that no worker waits for a slow one at the end. */
const projects = ['browsers', 'foreign', 'processes', 'databases', 'mocks', 'units']

/** First in their projects, whether or not a run before this one is known. */
const longest = [
  'extension/worker.slow',
  'e2e/states',
  'extension/whose-receipt',
  'extension/frontends',
  'e2e/pages',
  'extension/firefox.slow',
  'extension/sillytavern.slow',
  'integration/cluster.slow',
  'integration/enclave-replicas',
  'integration/enclave-faults',
  'integration/crash.slow',
  'stream/read-by-python.slow',
  'reading/changed-words',
  'aci/evidence-vectors',
].map((name) => `/${name}.test.ts`)

function rankOf({ project, moduleId }: TestSpecification): number {
  const at = longest.findIndex((name) => moduleId.endsWith(name))
  return projects.indexOf(project.name) * 100 + (at < 0 ? longest.length : at)
}

/** The others by how long each took in the last run; in a first one, by their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
