import { Client } from 'undici'
import { onTestFinished } from 'vitest'
import type { MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { sha256Digest } from '#shared/digest.ts'
import type { Recording } from '../../../server/commands/attest/read-recording.ts'
import type { BoughtProvider } from '../../../server/gateway/upstreams/bought/bought-provider.ts'
import { establishBought } from '../../../server/gateway/upstreams/bought/establish-bought.ts'
import { readAddress } from '../../../server/gateway/upstreams/enclave/enclave-client.ts'
import { EnclaveUnverified } from '../../../server/gateway/upstreams/enclave/establish-session.ts'

interface Meeting {
  /** Where the recorded answers are served. */
  readonly origin: string
  readonly recording: Pick<Recording, 'nonce' | 'at'>
  /** SHA-256 of the SPKI that the connection is said to end in. */
  readonly peer: string | null
  readonly provider: BoughtProvider
  /** Whose release must run; null where the provider signs none. */
  readonly repository: string | null
  /** Machines of which one must run; none where nothing is pinned. */
  readonly pins?: readonly MachinePin[]
}

/** A session with a recorded enclave by a provider's adapter as it is, and the evidence that it keeps. @throws {EnclaveUnverified} */
export async function establishRecorded({
  origin,
  recording,
  peer,
  provider,
  repository,
  pins = [],
}: Meeting) {
  const client = new Client(origin)
  onTestFinished(() => client.close())
  const line = {
    dispatcher: client,
    peer: { spki: peer, isVouchedFor: true },
    isOpen: () => true,
    release() {},
    end() {},
  }
  let kept = ''
  const session = await establishBought(line, {
    provider,
    address: readAddress(`${origin}/v1`),
    credential: {},
    policy: { ...statedPolicy(repository), pins },
    opinionFrom: null,
    roots: null,
    evidence: {
      async keep(text) {
        kept = text
        return sha256Digest(text)
      },
    },
    drawNonce: () => recording.nonce,
    nowSeconds: () => recording.at,
    longestUseSeconds: 600,
  })
  await session.keepEvidence()
  return { session, kept }
}

/** Names of the checks that refuse a recorded enclave; empty where it is verified. */
export async function refusalOfRecorded(meeting: Meeting): Promise<readonly string[]> {
  try {
    await establishRecorded(meeting)
    return []
  } catch (error) {
    if (!(error instanceof EnclaveUnverified)) throw error
    return error.checks.map(({ id }) => id)
  }
}

/** The key of the connection over which the attestation was recorded. */
export function peerOfRecorded({ responses }: Recording): string | null {
  return responses.find(({ url }) => /[/-]attestation\b/.test(url))?.peer ?? null
}
