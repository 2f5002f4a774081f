import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { addHead } from './add-head.ts'
import { addPolicy } from './add-policy.ts'
import { preloadFont } from './preload-font.ts'
import { definePackageFacts } from './package-facts.ts'
import { smallReact } from './small-react.ts'
import { treeshake } from './treeshake.ts'
import { writeCompressed } from './write-compressed.ts'

const root = join(import.meta.dirname, '..')
const outDir = join(root, '../dist/web')

/** The pages as static files. Their addresses are relative: they may stand below a path of a host. */
export default defineConfig({
  root,
  base: './',
  define: definePackageFacts(),
  publicDir: false,
  resolve: { alias: smallReact },
  plugins: [react(), addHead(), addPolicy(), preloadFont(), writeCompressed(outDir)],
  // For `npm run dev:web`: a gateway that runs beside it answers.
  server: {
    proxy: Object.fromEntries(
      ['/api', '/v1', '/docs'].map((path) => [path, 'http://127.0.0.1:8787']),
    ),
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2024',
    // The licences of the libraries ask to go wherever those go.
    license: { fileName: 'NOTICES.txt' },
    // Every browser that can run the pages preloads modules by itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake,
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      input: {
        home: join(root, 'index.html'),
        verify: join(root, 'verify/index.html'),
        limits: join(root, 'limits/index.html'),
        keys: join(root, 'keys/index.html'),
        catalogue: join(root, 'catalogue/index.html'),
        extension: join(root, 'extension/index.html'),
        privacy: join(root, 'privacy/index.html'),
        missing: join(root, '404.html'),
        reference: join(root, 'reference.html'),
      },
    },
  },
})
