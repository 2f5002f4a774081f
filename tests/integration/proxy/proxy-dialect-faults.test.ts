import { expect, test } from 'vitest'
import type { Fault } from '../../../server/demo/enclave/faults.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { answerFaults, bootFaults, contentMark } from '../../support/enclave/fault-outcomes.ts'
import { isRelay, keyLies, lieOfKey, relayLies } from '../../support/gateway/gateway-lies.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startMiddle, type Lie } from '../../support/peers/start-middle.ts'
import { startProxy, type RunningProxy } from '../../support/gateway/start-proxy.ts'
import { errorIn, translatedRequests } from '../../support/requests/translated-requests.ts'

// Faults of the enclave and lies of the gateway, in the dialects that the local proxy translates.

const setup = await untilEnd(startEnclave())
const middle = await untilEnd(startMiddle(setup.gateway.baseUrl))

/** In both dialects, buffered and streamed, at the same time. */
function askAll(before: RunningProxy) {
  const asks = translatedRequests.flatMap(([name, body]) =>
    [false, true].map(async (stream) => {
      const answer = await ask(`${before.baseUrl}/v1/${name}`, { ...body, stream })
      return { name, stream, answer, error: errorIn(name, answer) }
    }),
  )
  return Promise.all(asks)
}

const ends = /message_stop|response\.(?:in)?completed?|commitment_salts/

async function startFaulty(fault?: Fault) {
  const faulty = await untilEnd(startEnclave(fault === undefined ? {} : { fault }))
  const before = await untilEnd(startProxy(faulty.gateway.baseUrl))
  return { faulty, before }
}

/** Of each kind of lie one; dialects are translated before anything is sent, and all are told in chat. */
const [[bootFault, bootCheck]] = Object.entries(bootFaults) as [[Fault, string]]
const [[, keyLie, keyCheck]] = keyLies() as [[string, Lie, string]]
const [[, relayLie, relayCheck]] = relayLies as [[string, Lie, string]]
const refused = Object.entries(answerFaults).filter(([, { e2ee }]) => e2ee !== 'served')

test('an enclave that does not boot as it should is sent nothing, and the check is named', async () => {
  const { faulty, before } = await startFaulty(bootFault)
  for (const { answer, error } of await askAll(before)) {
    expect(answer.status).toBe(503)
    expect(error.code).toBe('attestation_unavailable')
    expect(error.checks?.map(({ id }) => id)).toContain(bootCheck)
    expect(answer.text).not.toMatch(contentMark)
  }
  expect(faulty.simulator.counts.chat).toBe(0)
})

test.each([...refused.slice(0, 1), ...refused.slice(-1)])(
  'an enclave with the fault %s is refused, without its end',
  async (fault, { e2ee }) => {
    const { faulty, before } = await startFaulty()
    const chat = { model: sealedModel, messages: [{ role: 'user', content: 'Hi' }] }
    expect((await ask(`${before.baseUrl}/v1/chat/completions`, chat)).status).toBe(200)
    faulty.simulator.setFault(fault as Fault)
    const [expected, check] = e2ee as readonly string[]
    for (const { stream, answer, error } of await askAll(before)) {
      expect(answer.text).not.toMatch(ends)
      if (stream) {
        expect([expected, 'unverified_enclave']).toContain(error.code)
        continue
      }
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(error.code).toBe(expected)
      if (check !== undefined) expect(error.checks?.map(({ id }) => id)).toContain(check)
      expect(answer.text).not.toMatch(contentMark)
    }
    const [, ...others] = before.judgements
    expect(others.map(({ verdict }) => verdict.kind)).not.toContain('verified')
  },
)

test('a gateway that lies about a key gets nothing to read', async () => {
  const seen = await lieOfKey(middle, keyLie, sealedModel)
  const before = await untilEnd(startProxy(middle.baseUrl))
  for (const { error } of await askAll(before)) {
    expect(error.code).toBe('attestation_unavailable')
    expect(error.checks?.map(({ id }) => id)).toContain(keyCheck)
  }
  expect(seen.some(isRelay)).toBe(false)
})

test('a gateway that lies about an answer is found out', async () => {
  middle.lie(relayLie)
  const before = await untilEnd(startProxy(middle.baseUrl))
  for (const { stream, answer, error } of await askAll(before)) {
    expect(answer.text).not.toMatch(ends)
    if (!stream) expect(answer.text).not.toMatch(contentMark)
    expect(error.code).toBe('unverified_enclave')
  }
  for (const { verdict } of before.judgements) {
    const notPassed = verdict.checks.filter(({ status }) => status !== 'pass')
    expect(notPassed.map(({ id }) => id)).toContain(relayCheck)
  }
})
