import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { tailwindStyles } from './tailwind-styles.ts'
import { build } from 'vite'
import { buildWhenChanged } from '../../server/packages/build-when-changed.ts'

const root = join(import.meta.dirname, 'pages')
export const builtPages = join(import.meta.dirname, '../../dist/honest')

/** The style sheet that goes with the formulas: the renderers bring a KaTeX of their own. */
const katexStyles = createRequire(import.meta.resolve('rehype-katex')).resolve(
  'katex/dist/katex.min.css',
)

/** The pages with their renderers in them, into `dist/honest`. */
export function ensurePages(): Promise<void> {
  return buildWhenChanged({
    sources: ['tests/honest/pages/*', 'package-lock.json'],
    stamp: join(builtPages, 'built-from'),
    build: () =>
      build({
        configFile: false,
        root,
        base: './',
        logLevel: 'error',
        plugins: [tailwindStyles()],
        resolve: { alias: { 'katex/dist/katex.min.css': katexStyles } },
        build: {
          outDir: builtPages,
          emptyOutDir: true,
          chunkSizeWarningLimit: Infinity,
          rolldownOptions: {
            input: globSync('*.html', { cwd: root }).map((page) => join(root, page)),
          },
        },
      }),
  })
}
