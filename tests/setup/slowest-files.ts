import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const listed = 10

/** Ends a run of many files with those that took longest. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= listed) return
    const slowest = modules
      .map((module) => ({ path: relative('', module.moduleId), seconds: secondsOf(module) }))
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, listed)
    const lines = slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${path}`)
    process.stdout.write(`\n The slowest files:\n${lines.join('\n')}\n`)
  }
}

/** Its tests, its hooks and its imports. */
function secondsOf(module: TestModule): number {
  const { duration, setupDuration, collectDuration, prepareDuration, environmentSetupDuration } =
    module.diagnostic()
  const all = [duration, setupDuration, collectDuration, prepareDuration, environmentSetupDuration]
  return all.reduce((sum, each) => sum + each, 0) / 1000
}
