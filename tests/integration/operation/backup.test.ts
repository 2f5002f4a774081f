import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilEnd } from '../../support/until-end.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

const readme = readFileSync(join(import.meta.dirname, '../../../server/deploy/README.md'), 'utf8')

test('what the README’s lines back up while a gateway runs is restored with its keys and signer', async () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const config = configFor('http://127.0.0.1:1/v1')
  const gateway = await startGateway({ config, dataDir })
  onTestFinished(() => gateway.kill())
  const before = await makeKey(gateway.baseUrl)
  const signer = await sealSignerOf(gateway.baseUrl)

  const [, lines = ''] = /while the gateway runs[^`]*```sh\n([^`]*)```/.exec(readme) ?? []
  expect(lines).toContain('backup/countersign.db')
  mkdirSync(join(folder, 'backup'))
  // The machine's own Node may be too old: the one that stands beside the gateway is used.
  mkdirSync(join(folder, 'old'))
  writeFileSync(join(folder, 'old/node'), '#!/bin/sh\necho too old >&2; exit 1\n', { mode: 0o755 })
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'))
  const PATH = `${join(folder, 'old')}:${process.env['PATH']}`
  execFileSync('sh', ['-ec', lines], { cwd: folder, env: { PATH }, stdio: 'pipe' })

  const after = await makeKey(gateway.baseUrl)
  await gateway.kill()
  rmSync(dataDir, { recursive: true })
  renameSync(join(folder, 'backup'), dataDir)
  const restored = await untilEnd(startGatewayHere({ config, dataDir }))
  expect(await sealSignerOf(restored.baseUrl)).toBe(signer)
  const statusOf = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await fetch(`${restored.baseUrl}/api/keys/self`, { headers })).status
  }
  expect(await statusOf(before)).toBe(200)
  // Made since: the backup does not know it.
  expect(await statusOf(after)).toBe(401)
})
