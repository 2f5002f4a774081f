import { join } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '../../..')

/** Names stay as they were written: who reads the package reads the source. */
const common = {
  configFile: false,
  logLevel: 'warn',
  root,
  publicDir: false,
  resolve: { alias: { '#shared': join(root, 'shared') } },
} satisfies InlineConfig

/**
 * The library, a file for each module, so that whoever imports one function loads what that one needs. Libraries stand in `vendor/`: npm
 * leaves out folders of the other name.
 * @returns the paths of all modules that are part of it
 */
export async function bundleLibrary(outDir: string): Promise<readonly string[]> {
  const built = await build({
    ...common,
    plugins: [{ name: 'global-crypto', transform: withGlobalCrypto }],
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      lib: { entry: join(root, 'shared/package/countersign.ts'), formats: ['es'] },
      rolldownOptions: {
        treeshake: { moduleSideEffects: false },
        output: {
          preserveModules: true,
          preserveModulesRoot: root,
          entryFileNames: ({ name }) => `${placeOf(name)}.js`,
        },
      },
    },
  })
  return modulesOf(built)
}

/** Where there is no global one, a library asks Node for its own module. Every place that the package is for has the global. */
function withGlobalCrypto(code: string, id: string): string | null {
  if (!id.includes('/@hpke/')) return null
  return code.replaceAll('await import("crypto")', '{ webcrypto: globalThis.crypto }')
}

function placeOf(name: string): string {
  return name.replaceAll('node_modules/', 'vendor/').replace(/^shared\//, 'lib/')
}

/**
 * The command with all that it needs; Node's own modules alone are left to Node.
 * @returns the paths of all modules that are part of it
 */
export async function bundleCommand(outDir: string): Promise<readonly string[]> {
  const built = await build({
    ...common,
    plugins: [{ name: 'say-countersign', renderChunk: sayCountersign }],
    ssr: { target: 'node', noExternal: true },
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      ssr: join(root, 'server/commands/countersign/main.ts'),
      rolldownOptions: {
        output: {
          entryFileNames: 'countersign.js',
          chunkFileNames: '[name].js',
          banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
        },
      },
    },
  })
  return modulesOf(built)
}

/** What a checkout of the project calls `npm run verify --`. */
function sayCountersign(code: string): string {
  return code
    .replaceAll(/npm run (proxy|verify) --/g, 'countersign $1')
    .replaceAll(/npm run (proxy|verify)\b/g, 'countersign $1')
}

function modulesOf(built: Awaited<ReturnType<typeof build>>): readonly string[] {
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  return outputs
    .filter((each): each is Rolldown.OutputChunk => each.type === 'chunk')
    .flatMap(({ moduleIds }) => moduleIds)
}
