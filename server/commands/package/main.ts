import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleCommand, bundleLibrary } from './bundle-code.ts'
import { collectTypes } from './collect-types.ts'
import { writeManifest } from './write-manifest.ts'
import { writeNotices } from './write-notices.ts'
import { writeReference } from './write-reference.ts'

// `npm run build:package`: the package `countersign` as it is published, in `dist/package` or in the folder that is named.

const root = join(import.meta.dirname, '../../..')
const outDir = process.argv[2] ?? join(root, 'dist/package')

rmSync(outDir, { recursive: true, force: true })
mkdirSync(outDir, { recursive: true })
const modules = [...(await bundleLibrary(outDir)), ...(await bundleCommand(join(outDir, 'bin')))]
chmodSync(join(outDir, 'bin/countersign.js'), 0o755)
collectTypes(outDir)
writeManifest(outDir)
writeNotices(outDir, modules)
writeReference(outDir)
copyFileSync(join(root, 'LICENSE'), join(outDir, 'LICENSE'))
copyFileSync(join(root, 'shared/package/README.md'), join(outDir, 'README.md'))
