import { enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { nearDirect } from '#shared/attestation/kinds/near-direct.ts'
import { fail } from '#shared/checks.ts'
import {
  requiredSignatureChecks,
  verifyNearExchange,
} from '#shared/judge/provider/near-signature.ts'
import type { Verification } from '#shared/modes.ts'
import { fieldSchemes } from '#shared/near/field-scheme.ts'
import type { CollateralSource } from '../../enclave/collateral/collateral-source.ts'
import { modelOf } from '../../enclave/prove-answer.ts'
import type { AnswerProof, BoughtProvider, SeenAnswer } from '../bought-provider.ts'
import { gatherNear, nearGpus } from './gather-near.ts'
import { readSignature } from './read-signature.ts'
import { withFreshUser } from './with-fresh-user.ts'

/** NEAR AI's model hosts, met directly (PROTOCOL.md §12.1). */
export function nearProvider(
  verifiedBy: Verification,
  collateral: CollateralSource,
): BoughtProvider {
  return {
    kind: nearDirect,
    mode: 'tee',
    channel: 'tls',
    required: ['channel.peer'],
    verifiedBy: () => verifiedBy,
    // A host signs chats; whether it signs anything else is not known.
    speaks: ['chat'],
    signs: true,
    programs: 'claimed',
    bodies: {
      scheme: 'near-2',
      algo: fieldSchemes['near-2'].cipher.algo,
      headers: ({ clientKey }) => ({
        'x-signing-algo': 'ed25519',
        'x-client-pub-key': clientKey,
        'x-encryption-version': '2',
        'x-encrypt-all-fields': 'true',
      }),
    },
    show: async (nonce, { prefix, get }) => ({
      document: await get(
        `${prefix}/attestation/report?nonce=${nonce}&signing_algo=ed25519&include_tls_fingerprint=true`,
      ),
      instances: null,
    }),
    gather: (document) => gatherNear(document, collateral),
    gpus: nearGpus,
    path: () => '/chat/completions',
    prepare: ({ body }) => ({ body: withFreshUser(body) }),
    prove,
  }
}

async function prove(
  seen: SeenAnswer,
  get: (path: string) => Promise<Uint8Array | null>,
): Promise<AnswerProof> {
  const { id } = seen
  if (id === null) return missing(enclaveReasons.answerWithoutId)
  const found = readSignature(
    await get(`/signature/${encodeURIComponent(id)}?signing_algo=ed25519`),
  )
  if (found === null) return missing(enclaveReasons.enclaveSignedNothing)
  if (typeof found === 'string') return missing(found)
  const { asked, requestDigest: request, responseDigest: response, session } = seen
  const model = modelOf(asked)
  return {
    receipt: { id, text: found.text },
    checks: verifyNearExchange(found.signature, session.enclave.signingKey, {
      model,
      request,
      response,
    }),
    required: requiredSignatureChecks,
  }
}

function missing(reason: string): AnswerProof {
  return {
    receipt: null,
    checks: [fail('enclave-receipt.present', reason)],
    required: requiredSignatureChecks,
  }
}
