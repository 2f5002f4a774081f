import { renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { bundledPrograms } from '../support/program-path.ts'
import { buildWhenChanged } from '../../server/packages/build-when-changed.ts'

const root = join(import.meta.dirname, '../..')
const programs = [
  'server/main.ts',
  ...['admin', 'proxy', 'verify'].map((name) => `server/commands/${name}/main.ts`),
  ...['enclave', 'upstream'].map((name) => `server/demo/${name}/main.ts`),
]
const sources = [
  'shared/**/*.ts',
  'server/**/*.ts',
  'package-lock.json',
  'tests/setup/bundle-programs.ts',
]
/** They load files of their own by their place, or are loaded by it; `pg` asks for one that is not installed. */
const leftToNode = [
  /^pino/,
  /^@fastify\/(static|swagger)$/,
  'secp256k1',
  'jsonc-parser',
  'pg-native',
]
let built: Promise<void> | undefined

/** The programs that tests start, each as one file: once for all projects, and not again while nothing of them changed. */
export async function setup(): Promise<void> {
  const stamp = join(dirname(bundledPrograms), 'programs-built-from')
  built ??= buildWhenChanged({ sources, stamp, build: bundlePrograms })
  await built
}

async function bundlePrograms(): Promise<void> {
  const fresh = `${bundledPrograms}-fresh`
  rmSync(fresh, { recursive: true, force: true })
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    resolve: { alias: { '#shared': join(root, 'shared') } },
    plugins: [placesOfSources],
    ssr: { target: 'node', noExternal: true },
    build: {
      outDir: fresh,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      ssr: true,
      rolldownOptions: {
        external: leftToNode,
        input: Object.fromEntries(
          programs.map((path) => [path.replace(/\.ts$/, ''), join(root, path)]),
        ),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  rmSync(bundledPrograms, { recursive: true, force: true })
  renameSync(fresh, bundledPrograms)
}

/** Starts two programs, which are to be one file each, too. */
const demo = 'server/demo/start-demo'

/** A module finds what stands beside it where it stands in the sources. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!/import\.meta\.(dirname|url)/.test(code)) return null
    if (id === join(root, `${demo}.ts`)) {
      const place = pathToFileURL(join(bundledPrograms, `${demo}.js`)).href
      return code
        .replaceAll('import.meta.url', JSON.stringify(place))
        .replaceAll('/main.ts', '/main.js')
    }
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}
