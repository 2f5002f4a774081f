import { expect, test } from 'vitest'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { parseEnclaveReceipt } from '#shared/aci/parse-enclave-receipt.ts'
import { createKeptEvidence } from '#shared/package/kept-evidence.ts'
import {
  makeAnswer,
  makeEvidence,
  makeOtherEvidence,
} from '../../support/enclave/make-enclave-answer.ts'

// A platform may be revoked: what was judged once counts for an hour, by either clock, and no longer than the keys.

const { svc } = JSON.parse(makeAnswer('tee')) as { svc: { enclave_receipt: JsonObject } }
const answered = { model: 'm', receipt: parseEnclaveReceipt(svc.enclave_receipt) }
const evidence = await makeEvidence()
const ofOtherKeys = await makeOtherEvidence()

/** Evidence that was kept for keys which end then, and how often it is fetched afterwards. */
async function keptUntil(keysEnd: number) {
  const clock = { now: 1_800_000_000, elapsed: 50 }
  const end = clock.now + keysEnd
  const kept = createKeptEvidence({
    nowSeconds: () => clock.now,
    elapsedSeconds: () => clock.elapsed,
  })
  let fetched = 0
  const fetchEvidence = async () => {
    fetched += 1
    return evidence
  }
  kept.keep(answered, await kept.of(answered, fetchEvidence), end)
  fetched = 0
  const fetchesAfter = async (now: number, elapsed: number, of = answered) => {
    Object.assign(clock, { now: 1_800_000_000 + now, elapsed: 50 + elapsed })
    fetched = 0
    await kept.of(of, fetchEvidence)
    return fetched
  }
  return fetchesAfter
}

test('evidence counts for an hour by either clock, for its model and its session', async () => {
  const fetchesAfter = await keptUntil(86_400)
  expect(await fetchesAfter(3_599, 3_599)).toBe(0)
  expect(await fetchesAfter(3_600, 10)).toBe(1)
  expect(await fetchesAfter(10, 3_600)).toBe(1)
  expect(await fetchesAfter(10, 10, { ...answered, model: 'n' })).toBe(1)
  const session = { type: 'upstream.verified', session_id: 'ab'.repeat(32) }
  const receipt = { ...answered.receipt, event_log: [...answered.receipt.event_log, session] }
  expect(await fetchesAfter(10, 10, { ...answered, receipt })).toBe(1)
})

test('its use does not make it count for longer', async () => {
  const clock = { now: 0 }
  const clocks = { nowSeconds: () => clock.now, elapsedSeconds: () => clock.now }
  const kept = createKeptEvidence(clocks)
  let fetched = 0
  const answer = async () => {
    const found = await kept.of(answered, async () => {
      fetched += 1
      return evidence
    })
    kept.keep(answered, found, 86_400)
  }
  for (clock.now = 0; clock.now < 3_600; clock.now += 600) await answer()
  expect(fetched).toBe(1)
  await answer()
  expect(fetched).toBe(2)
})

test('it does not count beyond the end of its keys', async () => {
  const fetchesAfter = await keptUntil(60)
  expect(await fetchesAfter(59, 59)).toBe(0)
  expect(await fetchesAfter(60, 0)).toBe(1)
  expect(await fetchesAfter(0, 60)).toBe(1)
})

test('where replicas show other keys three are met at most, and the last evidence is judged', async () => {
  const clocks = { nowSeconds: () => 0, elapsedSeconds: () => 0 }
  const shown = [ofOtherKeys, ofOtherKeys, evidence]
  const found = await createKeptEvidence(clocks).of(answered, async () => shown.shift() ?? evidence)
  expect(found.nonce).toBe(evidence.nonce)
  let fetches = 0
  const other = await createKeptEvidence(clocks).of(answered, async () => {
    fetches += 1
    return ofOtherKeys
  })
  expect([fetches, other.nonce]).toEqual([3, ofOtherKeys.nonce])
})
