import { randomBytes } from 'node:crypto'
import type { EstablishedEnclave } from '#shared/aci/appraise-report.ts'
import { keysetDigest, parseKeyset } from '#shared/aci/parse-keyset.ts'
import type { Json } from '#shared/canonical-json.ts'
import { pass } from '#shared/checks.ts'
import { completionMessage } from '#shared/commitment/check-choices.ts'
import type { Digest } from '#shared/digest.ts'
import { clearFields } from '#shared/e2ee/in-clear/clear-fields.ts'
import { e2eeV2 } from '#shared/e2ee/e2ee-v2.ts'
import { e2eeV2Service } from '#shared/simulation/e2ee-v2-service.ts'
import type { ExchangeFacts } from '#shared/judge/judge-exchange.ts'
import { readRelayedAnswer } from '#shared/e2ee/relayed-answer.ts'
import { requiredOfferChecks } from '#shared/e2ee/verify-key-offer.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { schemeOf, type Mode, type Verification } from '#shared/modes.ts'
import { spliceSvcIntoJson } from '#shared/svc/splice-svc.ts'
import type { AnswerTrust } from '#shared/svc/verify-answer.ts'
import { createSigningKey } from '../../../server/gateway/signer/signing-key.ts'
import { makeAciReceipt } from '../../../server/demo/enclave/make-aci-receipt.ts'
import { issueSvc } from './issue-svc.ts'
import { testKeys } from '../enclave/make-evidence.ts'

export const servedAt = 1_800_000_000
const receiptId = 'rcpt-0123456789abcdef01234567'
const model = 'enclave-model'
const measurement = 'ab'.repeat(32) as Digest

const bytes = (length: number) => new Uint8Array(randomBytes(length))
const signer = await createSigningKey(randomBytes(32))

/** Trust of a reader who knows the signer, with development mode on. */
export const exchangeTrust: AnswerTrust = {
  signers: { current: { address: signer.address }, retired: [] },
  policy: { simulatedEnclave: 'accept-in-development' },
  nowSeconds: servedAt,
}

const keysetJson: Json = {
  subject: null,
  not_after: servedAt + 1000,
  receipt_signing_keys: testKeys.custody
    .filter(({ role }) => role === 'receipt')
    .map(({ algo, publicKey }) => ({
      key_id: testKeys.receiptKeyId,
      algo,
      public_key: publicKey,
    })),
  e2ee_public_keys: testKeys.custody
    .filter(({ role }) => role !== 'receipt')
    .map(({ role, algo, publicKey }) => ({ key_id: role, algo, public_key: publicKey })),
  tls_public_keys: [],
}

export const testEnclave: EstablishedEnclave = {
  digest: keysetDigest(keysetJson),
  keyset: parseKeyset(keysetJson),
  measurement,
  appId: '11'.repeat(20),
  scheme: 'aci-tdx-simulated/1',
  serving: 'direct',
  e2eeVersions: ['2'],
}

/** An exchange with an enclave that differs in these members. */
export function withEnclave(
  facts: ExchangeFacts,
  members: Partial<EstablishedEnclave>,
): ExchangeFacts {
  const enclave = { ...testEnclave, ...members }
  return { ...facts, offer: { ...facts.offer, ready: { ...facts.offer.ready, enclave } } }
}

/** One exchange in order, as its client knows it; the gateway signed it for `mode`. */
export function makeExchange(
  mode: Mode = 'e2ee',
  verifiedBy: Verification = 'aci-tdx-simulated/1',
): ExchangeFacts {
  const enclave = { ...testEnclave, scheme: schemeOf(verifiedBy) ?? 'aci-tdx-dcap/1' } as const
  const request: JsonObject = { model, messages: [{ role: 'user', content: 'Say something.' }] }
  const key = testKeys.e2ee.find(({ algo }) => algo.startsWith('x25519'))
  const publicKey = testKeys.custody.find(({ algo }) => algo === key?.algo)?.publicKey
  if (!key || publicKey === undefined) throw new Error('the test keys have an X25519 key')
  const serviceKey = { algo: key.algo, publicKey }
  const sealed = e2eeV2.sealRequest({
    request,
    serviceKey,
    timestamp: servedAt,
    randomBytes: bytes,
  })
  const service = e2eeV2Service({
    key,
    clientPublicKey: sealed.headers['X-Client-Pub-Key'] ?? '',
    nonce: sealed.headers['X-E2EE-Nonce'] ?? '',
    timestamp: servedAt,
    model,
    randomBytes: bytes,
  })
  const restored = service.openRequest(JSON.parse(sealed.body) as JsonObject)
  const answer = service.issueAnswer({
    id: 'chatcmpl-1',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Something.' }, finish_reason: 'stop' },
    ],
  })
  const response = Buffer.from(JSON.stringify(answer))
  const receiptText = makeAciReceipt(
    {
      receiptId,
      chatId: 'chatcmpl-1',
      model,
      request: JSON.stringify(restored),
      response,
      servedAtSeconds: servedAt,
      keysetDigest: testEnclave.digest,
      upstream: null,
      endpoint: 'chat',
      isForwarded: true,
    },
    testKeys,
    null,
  )
  const svcText = issueSvc({
    signer,
    at: new Date(servedAt * 1000),
    model: 'catalogue-model',
    mode,
    prompt: sealed.wirePrompt,
    message: completionMessage(parseJsonObject(response).value),
    proof: {
      providerId: 'test',
      measurement,
      verifiedBy,
      receipt: { id: receiptId, text: receiptText },
      evidence: null,
      secondHop: 'none',
    },
  })
  return {
    asked: { name: 'catalogue-model', traits: null, listed: 'then' },
    offer: {
      checks: requiredOfferChecks.map((id) => pass(id)),
      ready: { enclave, serviceKey, client: e2eeV2, upstreamModel: model },
    },
    otherKeysets: [],
    sealed,
    clear: clearFields(request),
    end: readRelayedAnswer(sealed, spliceSvcIntoJson(response, svcText)),
    receiptId,
    beganBetween: [servedAt, servedAt + 1],
    sessionChecks: [],
    secondHop: 'none',
  }
}
