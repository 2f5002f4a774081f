import { expect, test } from 'vitest'
import { firstAttestation } from '../../../../server/gateway/catalogue/first-attestation.ts'
import type { BodyDoor, UpstreamEnclave } from '../../../../server/gateway/common/upstream.ts'

/** A host whose first attestation ends when the test says so. */
function host({ isTried = false, isVerified = false, hasDoor = true } = {}) {
  const first = Promise.withResolvers<void>()
  let verifiedAt = isVerified ? 1 : null
  const enclave = {
    door: null,
    bodyDoor: hasDoor ? ({} as BodyDoor) : null,
    verifiedAt: () => verifiedAt,
    warmUp: () => first.promise,
  } as Partial<UpstreamEnclave> as UpstreamEnclave
  const availability = () =>
    isTried
      ? ({ available: false, kind: 'unverified', checks: [] } as const)
      : ({ available: true } as const)
  return {
    upstream: { enclave, availability },
    end(well: boolean) {
      verifiedAt = well ? 1 : null
      first.resolve()
    },
  }
}

async function hasEnded(waited: Promise<void>): Promise<boolean> {
  const turn = new Promise((resolve) => setImmediate(resolve, 'not yet'))
  return (await Promise.race([waited.then(() => 'ended'), turn])) === 'ended'
}

test('whoever asks for a key before the first attestation has ended waits for it, and no longer', async () => {
  const [slow, slower] = [host(), host()]
  const waited = firstAttestation([slow.upstream, slower.upstream])
  expect(await hasEnded(waited)).toBe(false)
  slow.end(true)
  expect(await hasEnded(waited)).toBe(true)
})

test('a first attestation that failed is no reason to stop waiting for another', async () => {
  const [bad, good] = [host(), host()]
  const waited = firstAttestation([bad.upstream, good.upstream])
  bad.end(false)
  expect(await hasEnded(waited)).toBe(false)
  good.end(false)
  expect(await hasEnded(waited)).toBe(true)
})

test('nobody waits behind an enclave that is verified, or for one that was refused or takes no encryption', async () => {
  const untried = host().upstream
  const verified = host({ isVerified: true }).upstream
  expect(await hasEnded(firstAttestation([untried, verified]))).toBe(true)
  const refused = host({ isTried: true }).upstream
  const doorless = host({ hasDoor: false }).upstream
  expect(await hasEnded(firstAttestation([refused, doorless]))).toBe(true)
})
