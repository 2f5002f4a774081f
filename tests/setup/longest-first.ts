import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In this order, so that no worker waits for a slow one at the end. */
const projects = ['browsers', 'foreign', 'processes', 'databases', 'mocks', 'units']

/** First in their projects, whether or not a run before this one is known. */
const longest = [
  'install/worker.slow',
  'e2e/states',
  'turns/whose-receipt',
  'turns/frontends',
  'e2e/pages',
  'install/firefox.slow',
  'turns/sillytavern.slow',
  'operation/cluster.slow',
  'enclave/enclave-replicas',
  'operation/crash.slow',
  'stream/read-by-python.slow',
  'reading/changed-words',
  'aci/evidence-vectors',
].map((name) => `/${name}.test.ts`)

/** They wait for most of their time: two of them at once would leave the machine idle. */
const waiting = ['contract/upstreams', 'accounts/limits', 'enclave/enclave-faults'].map(
  (name) => `/${name}.test.ts`,
)
/** So many files of the same project run meanwhile. */
const meanwhile = 9

function rankOf({ project, moduleId }: TestSpecification): number {
  const at = longest.findIndex((name) => moduleId.endsWith(name))
  return projects.indexOf(project.name) * 100 + (at < 0 ? longest.length : at)
}

/** The others by how long each took in the last run; in a first one, by their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
    return apart(sorted)
  }
}

/** The files that wait, each behind some others of its project. */
function apart(sorted: readonly TestSpecification[]): TestSpecification[] {
  const isWaiting = ({ moduleId }: TestSpecification) =>
    waiting.some((name) => moduleId.endsWith(name))
  const spread = sorted.filter((each) => !isWaiting(each))
  sorted.filter(isWaiting).forEach((each, index) => {
    const first = spread.findIndex(({ project }) => project === each.project)
    const last = spread.findLastIndex(({ project }) => project === each.project)
    spread.splice(first < 0 ? 0 : Math.min(first + index * meanwhile, last + 1), 0, each)
  })
  return spread
}
