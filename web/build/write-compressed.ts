import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes `.br` and `.gz` beside every text file, so that a server need not compress. */
export function writeCompressed(folder: string): Plugin {
  return {
    name: 'write-compressed',
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:html|js|css|svg)$/.test(name)) continue
        const path = join(folder, name)
        const bytes = readFileSync(path)
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        )
      }
    },
  }
}
