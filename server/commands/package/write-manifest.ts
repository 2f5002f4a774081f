import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** What the project's own manifest says of it. */
interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly repository?: unknown
}

/** What npm publishes, of which version; it has no dependencies, and nothing runs when it is installed. */
export function writeManifest(outDir: string): void {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const { name, version, license, repository } = own
  const entry = './lib/package/countersign'
  const published = {
    name,
    version,
    description:
      'Verifies answers of Countersign gateways: receipts, enclaves, and a fetch that throws what did not verify.',
    keywords: ['openai', 'privacy', 'attestation', 'tdx', 'end-to-end-encryption', 'receipts'],
    license,
    ...(repository === undefined ? {} : { repository }),
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      '.': { types: `${entry}.d.ts`, default: `${entry}.js` },
      './package.json': './package.json',
    },
    types: `${entry}.d.ts`,
    bin: { countersign: 'bin/countersign.js' },
    files: ['lib', 'vendor', 'bin', 'API.md', 'NOTICES.md'],
    publishConfig: { access: 'public', provenance: true },
  }
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}
