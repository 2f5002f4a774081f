import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { configFor } from '../support/gateway-config.ts'
import { startGatewayHere } from '../support/start-gateway-here.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startTestUpstream } from '../support/test-upstream.ts'
import { allHold, verifyIndependently } from '../support/verify-independently.ts'

// The folder that a gateway of version 0.1.0 left.

const fixture = join(import.meta.dirname, '../fixtures/databases/0.1.0')

type Svc = Parameters<typeof verifyIndependently>[0]['svc']

interface Known {
  readonly key: string
  readonly key_id: string
  readonly voucher: string
  readonly signer: string
  readonly messages: unknown
  readonly answer: { readonly svc: Svc; readonly choices: readonly { readonly message: unknown }[] }
}

const known = JSON.parse(readFileSync(join(fixture, 'known.json'), 'utf8')) as Known

async function startOnIt() {
  const dataDir = join(temporaryFolder(), 'data')
  cpSync(fixture, dataDir, { recursive: true })
  const upstream = await startTestUpstream()
  const gateway = await startGatewayHere({
    config: configFor(upstream.baseUrl),
    dataDir,
    environment: { UNUSED_KEY_DAYS: '36500' },
  })
  onTestFinished(async () => {
    await gateway.stop()
    await upstream.close()
  })
  return { gateway }
}

test('its keys, vouchers and signer are good, and what it signed verifies', async () => {
  const { gateway } = await startOnIt()
  const authorization = `Bearer ${known.key}`
  const self = await fetch(`${gateway.baseUrl}/api/keys/self`, { headers: { authorization } })
  expect(await self.json()).toMatchObject({ id: known.key_id, plan: 'free' })
  const url = `${gateway.baseUrl}/api/keys/self/redeem`
  const redeemed = await ask(url, { code: known.voucher }, { authorization })
  expect(redeemed.json()).toMatchObject({ plan: 'paid' })
  const limits = (await (await fetch(`${gateway.baseUrl}/api/limits`)).json()) as {
    seal_signer: string
    seal_signer_from: string
  }
  expect(limits.seal_signer).toBe(known.signer)
  const { svc, choices } = known.answer
  const message = choices[0]?.message
  const { messages } = known
  const sealSigner = limits.seal_signer
  expect(await verifyIndependently({ svc, messages, message, sealSigner })).toEqual(allHold)
})
