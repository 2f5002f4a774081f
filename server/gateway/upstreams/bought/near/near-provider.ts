import { nearDirect } from '#shared/attestation/kinds/near-direct.ts'
import { parseNearReport, readGpuPayload } from '#shared/attestation/kinds/parse-near-report.ts'
import { parseHex, parseUtf8 } from '#shared/bytes/bytes.ts'
import { fail } from '#shared/checks.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import {
  parseNearSignature,
  requiredSignatureChecks,
  verifyNearExchange,
  type NearSignature,
} from '#shared/judge/provider/near-signature.ts'
import type { Verification } from '#shared/modes.ts'
import type { CollateralSource } from '../../enclave/collateral/collateral-source.ts'
import { modelOf } from '../../enclave/prove-answer.ts'
import type { AnswerProof, BoughtProvider, SeenAnswer } from '../bought-provider.ts'
import { collateralOfQuotes } from '../collateral-of-quotes.ts'
import { withFreshUser } from './with-fresh-user.ts'

/** NEAR AI's model hosts, met directly (PROTOCOL.md §12.1). */
export function nearProvider(
  verifiedBy: Verification,
  collateral: CollateralSource,
): BoughtProvider {
  return {
    kind: nearDirect,
    channel: 'tls',
    required: ['channel.peer'],
    verifiedBy: () => verifiedBy,
    // A host signs chats; whether it signs anything else is not known.
    speaks: ['chat'],
    signs: true,
    programs: 'claimed',
    bodies: {
      scheme: 'near-2',
      algo: 'x25519-hkdf-sha256-xchacha20-poly1305',
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
    async gather(document) {
      const report = parseNearReport(parseJsonObject(document, parseUtf8).value)
      const manager = report.compose_manager_attestation
      const quotes = [report.intel_quote, ...(manager ? [manager.quote] : [])]
      const bytes = quotes.map((hex) => parseHex(hex))
      return { collateral: await collateralOfQuotes(bytes, collateral) }
    },
    gpus: (document, nonce) => ({
      nonce,
      evidence: readGpuPayload(parseNearReport(parseJsonObject(document, parseUtf8).value)),
    }),
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
  if (id === null) return missing('the answer has no id to ask for its signature by')
  const bytes = await get(`/signature/${encodeURIComponent(id)}?signing_algo=ed25519`)
  if (bytes === null) return missing('the enclave has no signature of this answer')
  let signature: NearSignature
  try {
    signature = parseNearSignature(parseJsonObject(bytes, parseUtf8).value)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return missing(`${error.code}: ${error.message}`)
  }
  const { text, signature: signed, signing_address, signing_algo } = signature
  const { asked, requestDigest: request, responseDigest: response, session } = seen
  const model = modelOf(asked)
  return {
    receipt: {
      id,
      text: JSON.stringify({ text, signature: signed, signing_address, signing_algo }),
    },
    checks: verifyNearExchange(signature, session.enclave.signingKey, { model, request, response }),
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
