import { enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { veniceNear } from '#shared/attestation/kinds/venice-near.ts'
import { fail } from '#shared/checks.ts'
import { verifyPassedOn } from '#shared/judge/provider/near-signature.ts'
import type { Verification } from '#shared/modes.ts'
import { fieldSchemes } from '#shared/near/field-scheme.ts'
import type { CollateralSource } from '../../enclave/collateral/collateral-source.ts'
import type { AnswerProof, BoughtProvider, SeenAnswer } from '../bought-provider.ts'
import { gatherNear, nearGpus } from '../near/gather-near.ts'
import { readSignature } from '../near/read-signature.ts'

interface VeniceOptions {
  readonly verifiedBy: Verification
  /** Venice's own name of the model. */
  readonly model: string
  readonly collateral: CollateralSource
}

/** A model host of NEAR AI that is reached through Venice, by clients that encrypt alone (PROTOCOL.md §12.5). */
export function veniceProvider({ verifiedBy, model, collateral }: VeniceOptions): BoughtProvider {
  const named = `model=${encodeURIComponent(model)}`
  return {
    kind: veniceNear,
    mode: 'e2ee',
    channel: 'encryption',
    required: [],
    verifiedBy: () => verifiedBy,
    speaks: [],
    signs: false,
    programs: 'claimed',
    bodies: {
      scheme: 'venice-1',
      algo: fieldSchemes['venice-1'].cipher.algo,
      // Without one of them Venice takes and gives clear text, and does not say so.
      headers: ({ clientKey, sealedTo }) => ({
        'x-venice-tee-client-pub-key': clientKey,
        'x-venice-tee-model-pub-key': sealedTo ?? '',
        'x-venice-tee-signing-algo': 'ecdsa',
      }),
    },
    show: async (nonce, { prefix, get }) => ({
      document: await get(`${prefix}/tee/attestation?${named}&nonce=${nonce}`),
      instances: null,
    }),
    gather: (document) => gatherNear(document, collateral),
    gpus: nearGpus,
    path: () => '/chat/completions',
    // Nothing leaves in clear.
    prepare: async () => null,
    prove: (seen, get) =>
      prove(seen, (id) => get(`/tee/signature?${named}&request_id=${encodeURIComponent(id)}`)),
  }
}

/** Venice may have no signature: then nothing proves who wrote the answer, which is said. */
async function prove(
  { id, session, requestDigest: request, responseDigest: response }: SeenAnswer,
  get: (id: string) => Promise<Uint8Array | null>,
): Promise<AnswerProof> {
  const key = session.enclave.signingKey
  const found = id === null ? null : readSignature(await get(id))
  if (typeof found === 'string') {
    return { receipt: null, checks: [fail('enclave-receipt.present', found)], required: [] }
  }
  if (id === null || found === null) {
    const missing = enclaveReasons.veniceSignedNothing
    const checks = verifyPassedOn(missing, key, { request, response })
    return { receipt: null, checks, required: [] }
  }
  const checks = verifyPassedOn(found.signature, key, { request, response })
  return { receipt: { id, text: found.text }, checks, required: [] }
}
