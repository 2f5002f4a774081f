import { expect, test } from 'vitest'
import type { Fault } from '../../server/demo/enclave/faults.ts'
import { untilEnd } from '../support/until-end.ts'
import { ask } from '../support/ask.ts'
import { answerFaults, bootFaults, contentMark } from '../support/fault-outcomes.ts'
import { isRelay, keyLies, relayLies } from '../support/gateway-lies.ts'
import { sealedModel, startEnclave } from '../support/start-enclave.ts'
import { startMiddle } from '../support/start-middle.ts'
import { startProxy, type RunningProxy } from '../support/start-proxy.ts'
import { errorIn, translatedRequests } from '../support/translated-requests.ts'
import { threeOf } from '../support/three-of.ts'

// Every fault of the enclave and every lie of the gateway, in the dialects that the local proxy translates.

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

test.each(threeOf(Object.entries(bootFaults) as [Fault, string][]))(
  'an enclave that boots with %s is sent nothing, and %s is named',
  async (fault, check) => {
    const { faulty, before } = await startFaulty(fault)
    for (const { answer, error } of await askAll(before)) {
      expect(answer.status).toBe(503)
      expect(error.code).toBe('attestation_unavailable')
      expect(error.checks?.map(({ id }) => id)).toContain(check)
      expect(answer.text).not.toMatch(contentMark)
    }
    expect(faulty.simulator.counts.chat).toBe(0)
  },
)

test.each(threeOf(Object.entries(answerFaults).filter(([, { e2ee }]) => e2ee !== 'served')))(
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

test.each(threeOf(keyLies()))(
  'a gateway that shows %s gets nothing to read',
  async (_what, lie, check) => {
    const seen: string[] = []
    middle.lie({
      onRequest: ({ path }) => seen.push(path),
      onAnswer: (answer, passing) => lie.onAnswer?.(answer, passing),
    })
    const before = await untilEnd(startProxy(middle.baseUrl))
    await fetch(`${middle.baseUrl}/api/e2ee/key?model=${sealedModel}&nonce=${'ab'.repeat(32)}`)
    for (const { error } of await askAll(before)) {
      expect(error.code).toBe('attestation_unavailable')
      expect(error.checks?.map(({ id }) => id)).toContain(check)
    }
    expect(seen.some(isRelay)).toBe(false)
  },
)

test.each(threeOf(relayLies))('a gateway that %s is found out', async (_what, lie, expected) => {
  middle.lie(lie)
  const before = await untilEnd(startProxy(middle.baseUrl))
  for (const { stream, answer, error } of await askAll(before)) {
    expect(answer.text).not.toMatch(ends)
    if (!stream) expect(answer.text).not.toMatch(contentMark)
    if (before.judgements.length === 0) expect(error.code).toBe(expected)
    else expect(error.code).toBe('unverified_enclave')
  }
  for (const { verdict } of before.judgements) {
    const notPassed = verdict.checks.filter(({ status }) => status !== 'pass')
    expect(notPassed.map(({ id }) => id)).toContain(expected)
  }
})
