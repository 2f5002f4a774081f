import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { folderWithPackage } from '../../support/clients/built-package.ts'
import { findModulesWith } from '../../support/clients/node-clients.ts'
import { packageProgram, packageWorks } from '../../support/clients/package-program.ts'
import { programOf } from '../../support/install/program-of.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

// The package as it is published, in runtimes that are not Node, before the demo.

const run = promisify(execFile)
const gateway = inject('demo').baseUrl

async function key(): Promise<string> {
  const made = await fetch(`${gateway}/api/keys`, { method: 'POST' })
  return ((await made.json()) as { key: string }).key
}

const main = `
import * as countersign from 'countersign'
import { tryPackage } from './try-package.js'
const access = JSON.parse(ACCESS)
console.log(JSON.stringify(await tryPackage(countersign, access)))
`

async function runIn(program: string, options: readonly string[]): Promise<unknown> {
  const folder = folderWithPackage(temporaryFolder())
  const access = JSON.stringify(JSON.stringify({ gateway, key: await key() }))
  writeFileSync(join(folder, 'try-package.js'), packageProgram)
  writeFileSync(join(folder, 'index.js'), main.replace('ACCESS', access))
  const home = temporaryFolder()
  const env = { ...process.env, HOME: home, DENO_DIR: home, DENO_NO_UPDATE_CHECK: '1' }
  const { stdout } = await run(program, [...options, 'index.js'], { cwd: folder, env })
  return JSON.parse(stdout)
}

test('the program of this test finds in Node what it is to find elsewhere', async () => {
  expect(await runIn(process.execPath, [])).toEqual(packageWorks)
})

const deno = programOf(findModulesWith('deno'), '@deno/*/deno')
test.skipIf(deno === null)('the package verifies, encrypts and refuses in Deno', async () => {
  const options = ['run', '--no-prompt', '--node-modules-dir=manual', '--allow-net=127.0.0.1']
  expect(await runIn(deno ?? '', options)).toEqual(packageWorks)
})

const bun = programOf(findModulesWith('bun'), '@oven/*/bin/bun')
test.skipIf(bun === null)('the package verifies, encrypts and refuses in Bun', async () => {
  expect(await runIn(bun ?? '', ['run'])).toEqual(packageWorks)
})
