import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { nodeFlag } from '../support/gateway/start-gateway.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly jobs: Readonly<
    Record<
      string,
      { readonly 'timeout-minutes'?: number; readonly steps: readonly { readonly run?: string }[] }
    >
  >
}

const paths = globSync('.github/workflows/*.yml', { cwd: root })
const workflows = paths.map((path) => [path, parse(read(path)) as Workflow] as const)
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Names after `npm run`, whatever options of npm stand between. */
const scriptsNamed = (text: string) =>
  [...text.matchAll(/\bnpm run (?:--?[\w-]+ )*([\w:-]+)/g)].map(([, name]) => name ?? '')

/** Files that a script has run: by Node, as a configuration, or as tests. */
const filesNamed = (text: string) =>
  [
    ...text.matchAll(/(?:\bnode (?:--\S+ )*|--config )([\w./-]+\.m?[jt]s)\b/g),
    ...text.matchAll(/ ([\w./-]+\.test\.ts)\b/g),
  ].map(([, name]) => name ?? '')

test('the scan sees the workflows, and what their steps run', () => {
  expect(paths.length).toBeGreaterThan(1)
  expect(scriptsNamed('sudo env npm run test:faults && npm run --silent a-b')).toEqual([
    'test:faults',
    'a-b',
  ])
  expect(filesNamed('node --x=1 a/b.ts && vitest --config c.ts d.test.ts')).toEqual([
    'a/b.ts',
    'c.ts',
    'd.test.ts',
  ])
})

test.each(workflows)('what the steps of %s call is a script of the package', (_path, { jobs }) => {
  for (const [name, job] of Object.entries(jobs)) {
    const commands = job.steps.flatMap(({ run }) => (run === undefined ? [] : [run]))
    expect(commands.length, name).toBeGreaterThan(0)
    const called = commands.flatMap(scriptsNamed)
    expect(called.length, name).toBeGreaterThan(0)
    expect(called.filter((script) => !(script in scripts))).toEqual([])
    // One that hangs would run for hours.
    expect(job['timeout-minutes'], name).toBeLessThanOrEqual(60)
  }
})

test('each script of the package calls scripts and files that are there', () => {
  for (const [name, command] of Object.entries(scripts)) {
    expect(
      scriptsNamed(command).filter((script) => !(script in scripts)),
      name,
    ).toEqual([])
    const there = filesNamed(command).filter((file) => globSync(file, { cwd: root }).length === 0)
    expect(there, name).toEqual([])
  }
})

test('what a clean clone begins with sets itself up', () => {
  const first = ['start', 'test', 'check', 'build:extension', 'build:extension:firefox', 'zip']
  for (const name of [...first, 'build:package', 'proxy', 'verify', 'screenshots']) {
    expect(scripts[name], name).toBeDefined()
    expect(scripts[`pre${name}`], name).toMatch(/^node server\/install\.mjs\b/)
  }
})

test('the faults, the fuzzing and the audit run each night', () => {
  const nightly = workflows.find(([path]) => path.endsWith('nightly.yml'))?.[1]
  expect(nightly?.on).toHaveProperty('schedule')
  const commands = Object.values(nightly?.jobs ?? {}).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => scriptsNamed(run ?? '')),
  )
  expect(commands).toEqual(expect.arrayContaining(['test:faults', 'fuzz', 'audit']))
})

test('what runs all tests installs the programs that the slow ones ask for, and nothing else does', () => {
  for (const [path, { jobs }] of workflows) {
    for (const [name, { steps }] of Object.entries(jobs)) {
      const commands = steps.map(({ run }) => run ?? '').join('\n')
      const all = scriptsNamed(commands).includes('test:all')
      for (const program of ['xvfb', 'xdotool', 'postgresql']) {
        expect(commands.includes(program), `${path}, ${name}: ${program}`).toBe(all)
      }
    }
  }
})

test('no file names a folder above the repository, but the one that may stand beside it', () => {
  const files = globSync('{.ci,server,tests,web}/**/*.{ts,mjs}', { cwd: root })
  expect(files).toContain('tests/cluster/debian-program.ts')
  const above = files.flatMap((file) =>
    [...read(file).matchAll(/import\.meta\.dirname, '([^']+)'/g)].flatMap(([, named = '']) => {
      const path = join(dirname(file), named)
      return path.startsWith('..') && !path.startsWith('../shared/fixtures') ? [file] : []
    }),
  )
  expect(above).toEqual([])
})

test('core dumps are switched off wherever a limit can be set', () => {
  expect(read('server/deploy/countersign.service')).toMatch(/^LimitCORE=1$/m)
  const compose = parse(read('server/deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, { image: string; ulimits?: { core?: number } }>
  }
  const gateways = Object.values(compose.services).filter(({ image }) => image === 'countersign')
  expect(gateways).toHaveLength(3)
  for (const { ulimits } of gateways) expect(ulimits?.core).toBe(1)
})

test('a gateway gets the same options of Node wherever it is started', () => {
  const optionsIn = (path: string, options: RegExp) => options.exec(read(path))?.[1]
  const start = optionsIn('package.json', /"start": "exec node (--\S+) server\/main\.ts/)
  expect(start).toBe(nodeFlag)
  expect(optionsIn('server/deploy/Dockerfile', /"node", "(--[^"]+)", "server\/main\.ts"/)).toBe(
    start,
  )
  expect(optionsIn('server/deploy/countersign.service', /\/node (--\S+) \S+\/main\.ts/)).toBe(start)
  expect(optionsIn('server/deploy/README.md', /`node (--\S+) \.\.\/main\.ts`/)).toBe(start)
})
