import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst } from './setup/longest-first.ts'
import { SlowestFiles } from './setup/slowest-files.ts'

const root = join(import.meta.dirname, '..')

/** `npm run test:all` runs them, too: they take minutes, or need programs that a bare clone does not have. */
const slow = process.env['TEST_ALL'] === 'yes' ? [] : ['tests/**/*.slow.test.ts']

/** They run programs that are installed meanwhile. */
const foreign = ['turns/sillytavern', 'install/store'].map(
  (name) => `tests/e2e/extension/${name}.slow.test.ts`,
)
const extension = ['tests/setup/require-font.ts', 'tests/setup/prepare-extension.ts']
const servers = ['web/build/ensure-pages.mjs', 'tests/setup/start-demo.ts']
const built = 'tests/setup/build-package.ts'
const programs = 'tests/setup/bundle-programs.ts'

/** They take the place of a module, or load it anew, so they cannot share a worker with others. */
const mocking = globSync('tests/unit/**/*.test.ts', { cwd: root }).filter((file) =>
  /vi\.(mock|resetModules)\(/.test(readFileSync(join(root, file), 'utf8')),
)

/** They ask servers that are started for them. */
const databases = [
  'tests/contract/{postgres-database,store,store-usage,rate-limiter,meter,replay-guard}.test.ts',
  'tests/integration/databases/*.test.ts',
]

/** It waits for upstreams that say nothing. */
const waiting = 'tests/contract/upstreams.test.ts'

type Options = NonNullable<TestProjectInlineConfiguration['test']>

/** Files follow each other in the same worker, and Node itself loads what they import, compiled once. */
const together = {
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
} satisfies Options

/** They follow the others, and compute more than they wait. Each worker loads all that it runs, so there are few. */
const behind = { maxWorkers: 2, sequence: { groupOrder: 1 } } satisfies Options

/** The programs that they start are files of their own. */
const shared = { ...together, env: { BUNDLED_PROGRAMS: 'yes' } } satisfies Options

function project(name: string, include: readonly string[], { exclude = [], ...more }: Options) {
  return {
    extends: true,
    test: { name, include: [...include], exclude: [...exclude, ...slow], ...more },
  } satisfies TestProjectInlineConfiguration
}

export default defineConfig({
  test: {
    // Much of the time a test waits for a browser or a server.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // A busy machine is slow, and nothing here is about speed.
    expect: { poll: { timeout: 60_000, interval: 100 } },
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new SlowestFiles()],
    env: {
      // Each process that a test starts finds its modules compiled.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/countersign/compiled'),
    },
    projects: [
      ...(slow.length === 0
        ? [
            project('foreign', foreign, {
              ...shared,
              globalSetup: ['tests/setup/begin-installs.ts', programs, ...servers, ...extension],
            }),
          ]
        : []),
      project('browsers', ['tests/e2e/**/*.test.ts'], {
        ...shared,
        exclude: foreign,
        globalSetup: [programs, ...servers, ...extension, built],
      }),
      project('processes', ['tests/integration/**/*.test.ts', waiting], {
        ...shared,
        exclude: databases,
        globalSetup: [programs, ...servers, built],
      }),
      project('databases', databases, {
        ...shared,
        ...behind,
        globalSetup: [programs, 'tests/setup/start-postgres.ts', 'tests/setup/start-redis.ts'],
      }),
      project('mocks', mocking, { ...behind, pool: 'threads' }),
      project('units', ['tests/{unit,contract}/**/*.test.ts', 'tests/*.test.ts'], {
        exclude: [...mocking, ...databases, waiting],
        ...together,
        ...behind,
        pool: 'threads',
      }),
    ],
  },
})
