import { parseKeyset, keysetDigest, aciDigest } from '#shared/aci/parse-keyset.ts'
import { parseEnclaveReceipt, signedPart } from '#shared/aci/parse-enclave-receipt.ts'
import { reportDataSlot, reportStatement } from '#shared/aci/report-data.ts'
import { aciCanonicalJson } from '#shared/aci/aci-json.ts'
import { verifyCustody } from '#shared/aci/verify-custody.ts'
import { verifyEnclaveReceipt } from '#shared/aci/verify-enclave-receipt.ts'
import { parseSessionOffer } from '#shared/aci/hosts/audit-session.ts'
import { verifySession } from '#shared/aci/hosts/verify-session.ts'
import { runtimeEventDigest, runtimeEventType } from '#shared/attestation/appraise/replay-rtmr.ts'
import { bytesToHex, parseHex, utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { sha256Digest } from '#shared/digest.ts'
import { requestAssociatedData, responseAssociatedData } from '#shared/e2ee/associated-data.ts'
import { openField, sealField } from '#shared/e2ee/field-cipher.ts'
import { rustStable } from '#shared/e2ee/rust-stable.ts'
import { suiteOf, type Suite } from '#shared/e2ee/suite.ts'
import type { Check } from '#shared/verdict.ts'
import type vectorFile from '../../vectors/aci-protocol.aci.json'

type Vectors = typeof vectorFile

/** What was computed beside what the vector says; the test compares, in Node and in a browser. */
export interface VectorResult {
  readonly name: string
  readonly found: string
  readonly expected: string
}

const nonce = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const binding = { model: 'demo-model', nonce, timestamp: 1750000000 }

export function runAciVectors(vectors: Vectors): readonly VectorResult[] {
  return [
    ...keysetResults(vectors),
    ...sessionResults(vectors),
    ...receiptResults(vectors),
    ...e2eeResults(vectors),
    ...custodyResults(vectors),
    ...vectors.event_digests.map(({ form, name, payload, digest }) => ({
      name: `digest of event ${name}, ${form}`,
      found: bytesToHex(
        runtimeEventDigest(
          { imr: 3, type: runtimeEventType, digest: null, name, payload: parseHex(payload) },
          form as 'binary' | 'json',
        ),
      ),
      expected: digest,
    })),
  ]
}

function keysetResults({ keyset, statements }: Vectors): readonly VectorResult[] {
  const json = JSON.parse(keyset.text) as Json
  const digest = keysetDigest(json)
  return [
    { name: 'keyset in canonical form', found: aciCanonicalJson(json), expected: keyset.text },
    { name: 'keyset digest', found: digest, expected: keyset.digest },
    ...statements.map((statement) => ({
      name: `report data, nonce ${statement.nonce}`,
      found: bytesToHex(reportDataSlot(reportStatement(digest, statement.nonce))),
      expected: `${statement.report_data}${'00'.repeat(32)}`,
    })),
  ]
}

function sessionResults({ session }: Vectors): readonly VectorResult[] {
  const checks = verifySession(parseSessionOffer(utf8ToBytes(session.text)).session, {
    sessionId: session.id,
    servedAtSeconds: session.served_at,
  })
  return [{ name: 'session', found: problems(checks), expected: '' }]
}

function receiptResults({ receipt, keyset }: Vectors): readonly VectorResult[] {
  const unsigned = JSON.parse(receipt.signing_input) as Record<string, Json>
  const parsed = parseEnclaveReceipt({ ...unsigned, signature: receipt.signature })
  const established = parseKeyset(JSON.parse(keyset.text))
  const checks = verifyEnclaveReceipt(parsed, {
    keysets: [{ digest: keysetDigest(JSON.parse(keyset.text) as Json), keyset: established }],
    receiptId: 'rcpt-0001',
    endpoint: '/v1/chat/completions',
    model: 'demo-model',
    requestDigest: aciDigest(receipt.request),
    responseDigest: aciDigest(receipt.response),
    beganBetween: [1750000000, 1750000000],
    serving: 'aggregator',
  })
  return [
    {
      name: 'signed part of the receipt',
      found: aciCanonicalJson(signedPart(parsed)),
      expected: receipt.signing_input,
    },
    {
      name: 'digest of the signed part',
      found: sha256Digest(aciCanonicalJson(signedPart(parsed))),
      expected: receipt.signing_input_digest,
    },
    { name: 'receipt', found: problems(checks), expected: '' },
  ]
}

function e2eeResults(vectors: Vectors): readonly VectorResult[] {
  const [request, response] = vectors.associated_data
  const algo = 'x25519-aes-256-gcm-hkdf-sha256'
  const place = { field: 'choices.0.message.content', id: 'chatcmpl-123' }
  return [
    {
      name: 'associated data of a request',
      found: requestAssociatedData({ ...binding, algo }, 'messages.0.content'),
      expected: request ?? '',
    },
    {
      name: 'associated data of a response',
      found: responseAssociatedData({ ...binding, algo }, place),
      expected: response ?? '',
    },
    ...vectors.ciphertexts.flatMap(cipherResults),
    ...vectors.restored_requests.map(({ text, digest }) => ({
      name: `restored request ${digest.slice(0, 8)}`,
      found: sha256Digest(JSON.stringify(rustStable(JSON.parse(text) as Json))),
      expected: digest,
    })),
  ]
}

function cipherResults(vector: Vectors['ciphertexts'][number]): readonly VectorResult[] {
  const { algo, field, id } = vector
  const suite = suiteOf(algo) as Suite
  const associatedData =
    id === null
      ? requestAssociatedData({ ...binding, algo }, field)
      : responseAssociatedData({ ...binding, algo }, { field, id })
  const privateKey = parseHex(vector.recipient_private)
  const sealed = sealField(vector.plaintext, {
    suite,
    recipientKey: suite.publicKeyOf(privateKey),
    ephemeralKey: parseHex(vector.ephemeral_private),
    iv: parseHex(vector.iv),
    associatedData,
  })
  return [
    { name: `sealed ${vector.direction}, ${algo}`, found: sealed, expected: vector.blob },
    {
      name: `opened ${vector.direction}, ${algo}`,
      found: openField(vector.blob, { suite, privateKey, associatedData }),
      expected: vector.plaintext,
    },
  ]
}

function custodyResults({ custody }: Vectors): readonly VectorResult[] {
  const [key] = custody.keys
  const checks = verifyCustody({
    keyset: {
      subject: null,
      not_after: 0,
      receipt_signing_keys: [
        { key_id: 'receipt', algo: 'ed25519', public_key: key?.public_key ?? '' },
      ],
      e2ee_public_keys: [],
      tls_public_keys: [],
    },
    custody: custody.keys,
    appId: custody.app_id,
    acceptedRoots: [custody.root],
  })
  return [{ name: 'key custody', found: problems(checks), expected: '' }]
}

function problems(checks: readonly Check[]): string {
  return checks
    .flatMap((check) => (check.status === 'pass' ? [] : [`${check.id}: ${check.reason}`]))
    .join('\n')
}
