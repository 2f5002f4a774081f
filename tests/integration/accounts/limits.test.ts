import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { modes, privacyLabel, verifications } from '#shared/modes.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { parseReceipt } from '#shared/receipt/parse-receipt.ts'
import { verifyReceipt } from '#shared/receipt/verify-receipt.ts'
import { adminHere } from '../../support/gateway/admin-here.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere, type HereOptions } from '../../support/gateway/start-gateway-here.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { patient } from '../../support/patient.ts'

interface Limits {
  readonly seal_signer: string
  readonly seal_signer_from: string
  readonly retired_signers: readonly {
    address: string
    from: string
    until: string
    revoked_from?: string
  }[]
  readonly not_promised: readonly { id: string; text: string; because: string }[]
  readonly observed: Readonly<Record<string, unknown>>
}

const readLimits = async ({ baseUrl }: { readonly baseUrl: string }) =>
  (await (await fetch(`${baseUrl}/api/limits`)).json()) as Limits

async function start(options: HereOptions) {
  const gateway = await untilEnd(startGatewayHere(options))
  return { gateway, limits: () => readLimits(gateway) }
}

const statement = ({ not_promised }: Limits, id: string) =>
  not_promised.find((each) => each.id === id)

test('every statement says what in the running system makes it so', async () => {
  const { not_promised, observed } = await readLimits(inject('demo'))
  for (const each of not_promised) {
    expect(each.text).not.toBe('')
    expect(each.because).not.toBe('')
  }
  expect(observed).toMatchObject({ demo_upstream: true, models: 26, sealable_models: 9 })
})

/** What is said of enclaves, whatever was established about them. */
const enclaveStatements = [
  'enclave-limits',
  'hardware-attacks',
  'deployment-not-machine',
  'quantum',
  'second-hop',
  'e2ee-in-clear',
] as const

test('a gateway with enclaves says what no quote shows', async () => {
  const now = await readLimits(inject('demo'))
  for (const id of enclaveStatements.filter((each) => each !== 'second-hop')) {
    expect(statement(now, id)?.because).not.toBe('')
  }
  expect(statement(now, 'hardware-attacks')?.text).toContain('TEE.fail')
  expect(statement(now, 'e2ee-in-clear')?.text).toContain('tool calls')
})

test('no label and no statement says more than can be known', async () => {
  const { not_promised } = await readLimits(inject('demo'))
  const labels = modes.flatMap((mode) =>
    [undefined, ...verifications].map((verifiedBy) => privacyLabel(mode, verifiedBy)),
  )
  for (const text of [...labels, ...not_promised.map((each) => each.text)]) {
    expect(text).not.toMatch(/\b(?:only|nobody|no one|never)\b|nothing is kept/i)
  }
})

test('the statements follow the routes, the plan and the proxy of the running system', async () => {
  const upstream = await untilEnd(startTestUpstream())
  const all = configFor(upstream.baseUrl)
  const onlyPrivate = {
    upstreams: all.upstreams.filter(({ id }) => id === 'own'),
    traits: {},
  }
  const few = await (await start({ config: onlyPrivate })).limits()
  expect(statement(few, 'anonymized-is-read')).toBeUndefined()
  expect(statement(few, 'private-is-a-promise')?.because).toBe(
    'This gateway has 2 routes in private mode.',
  )
  expect(statement(few, 'uncensored')).toBeUndefined()
  expect(statement(few, 'demo-model')).toBeUndefined()
  expect(statement(few, 'enclaves-unverified')).toBeUndefined()
  expect(statement(few, 'proxy-sees-addresses')).toBeUndefined()
  for (const id of enclaveStatements) expect([id, statement(few, id)]).toEqual([id, undefined])
  expect(statement(few, 'traffic-shape')).toBeDefined()

  const more = await (
    await start({ config: all, environment: { TRUST_PROXY: '1', SIGNED_OUT_RPM: '7' } })
  ).limits()
  expect(statement(more, 'anonymized-is-read')?.because).toBe(
    'This gateway has 1 route in anonymized mode.',
  )
  expect(statement(more, 'enclaves-unverified')?.because).toBe(
    'Of 2 routes to enclaves, 2 could not be verified just now.',
  )
  expect(statement(more, 'uncensored')?.because).toBe(
    'This gateway has 1 model with an uncensored policy.',
  )
  expect(statement(more, 'proxy-sees-addresses')).toBeDefined()
  expect(statement(more, 'unlinkability')?.because).toContain('7 requests a minute')
})

/** A gateway of its own, and a way to have it sign. */
async function startSigning() {
  const upstream = await untilEnd(startTestUpstream())
  const dataDir = join(temporaryFolder(), 'data')
  const { gateway, limits } = await start({ config: configFor(upstream.baseUrl), dataDir })
  const receipt = async () => {
    const answer = await ask(`${gateway.baseUrl}/v1/chat/completions`, {
      model: 'test-private',
      messages: [{ role: 'user', content: 'x' }],
    })
    return parseReceipt(answer.json<{ svc: { receipt: unknown } }>().svc.receipt)
  }
  return { dataDir, limits, receipt }
}

test('a rotated signer signs, the retired one is listed and its key destroyed; revoked from a time on it is believed for before it alone', async () => {
  const { dataDir, limits, receipt } = await startSigning()
  const admin = (...args: string[]) => adminHere(dataDir, args)
  const early = await receipt()
  const late = await vi.waitFor(async () => {
    const next = await receipt()
    expect(next.body.issuedAt).not.toBe(early.body.issuedAt)
    return next
  }, patient)
  const refused = await admin('revoke-signer', early.signer)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('Rotate the signer first'),
  ])
  const before = await limits()
  expect(before).toMatchObject({ seal_signer: early.signer, retired_signers: [] })

  await admin('rotate-signer')
  const keyFile = join(dataDir, 'signers', `${early.signer}.key`)
  expect(existsSync(keyFile)).toBe(true)
  await vi.waitFor(() => expect(existsSync(keyFile)).toBe(false), patient)
  const after = await limits()
  const { seal_signer: next, seal_signer_from: until } = after
  expect(existsSync(join(dataDir, 'signers', `${next}.key`))).toBe(true)
  expect(after.retired_signers).toEqual([
    { address: early.signer, from: before.seal_signer_from, until },
  ])
  expect(statement(after, 'retired-signers')?.because).toBe('This gateway has 1 retired signer.')

  await admin('revoke-signer', early.signer, '--from', late.body.issuedAt)
  const [retired] = (
    await vi.waitFor(async () => {
      const now = await limits()
      expect(now.retired_signers[0]?.revoked_from).toBe(late.body.issuedAt)
      return now
    }, patient)
  ).retired_signers
  expect(retired?.address).toBe(early.signer)
  const history = parseSignerHistory(await limits())
  const failed = (each: typeof early) =>
    verifyReceipt(each, history, { simulatedEnclave: 'reject' }, Date.now() / 1000).flatMap(
      ({ id, status }) => (status === 'fail' ? [id] : []),
    )
  expect(failed(early)).toEqual([])
  expect(failed(late)).toEqual(['receipt.signer'])
  const fresh = await receipt()
  expect(fresh.signer).toBe(next)
  expect(failed(fresh)).toEqual([])
})

test('who runs a gateway is told as its configuration says it, and otherwise not at all', async () => {
  const upstream = await untilEnd(startTestUpstream())
  const operator = { name: 'Example Ltd', url: 'https://example.org', contact: 'a@example.org' }
  const named = await start({ config: configFor(upstream.baseUrl, { operator }) })
  expect(await named.limits()).toMatchObject({ operator })
  const silent = await start({ config: configFor(upstream.baseUrl) })
  expect(await silent.limits()).not.toHaveProperty('operator')
})
