import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineIntoOneFile } from './inline-into-one-file.ts'
import { definePackageFacts } from './package-facts.ts'
import { smallReact } from './small-react.ts'
import { treeshake } from './treeshake.ts'
import { writeCompressed } from './write-compressed.ts'

const root = join(import.meta.dirname, '..')
const outDir = join(root, '../dist/web/offline')

/** `/verify` as one HTML file for a disk, without the code that could ask a gateway. */
export default defineConfig({
  root,
  define: definePackageFacts(),
  publicDir: false,
  resolve: { alias: smallReact },
  plugins: [react(), inlineIntoOneFile('countersign-verify.html'), writeCompressed(outDir)],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2024',
    // The licences of the libraries ask to go wherever those go: into the file.
    license: { fileName: 'NOTICES.txt' },
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake,
      input: join(root, 'verify-offline.html'),
      output: { codeSplitting: false },
    },
  },
})
