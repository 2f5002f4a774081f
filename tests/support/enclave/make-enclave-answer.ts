import { createHash, randomBytes } from 'node:crypto'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import type { Json } from '#shared/canonical-json.ts'
import { sha256Digest, type Digest } from '#shared/digest.ts'
import type { Evidence } from '#shared/document/evidence.ts'
import { isEnclaveMode, type Mode, type Verification } from '#shared/modes.ts'
import { spliceSvcIntoJson } from '#shared/svc/splice-svc.ts'
import { createSigningKey } from '../../../server/gateway/signer/signing-key.ts'
import { makeAciReceipt } from '../../../server/demo/enclave/make-aci-receipt.ts'
import {
  makeEnclave,
  simulationReferenceValues,
  type Machine,
} from '../../../server/demo/enclave/make-enclave.ts'
import { makeSimulationPki } from '../../../server/demo/enclave/hardware/simulation-pki.ts'
import { deriveWorkloadKeys } from '../../../server/demo/enclave/hardware/workload-keys.ts'
import { issueSvc } from '../receipts/issue-svc.ts'

/** What the front page asks unless its reader writes something else. */
export const messages = [{ role: 'user', content: 'What does a receipt prove?' }]
const message = { role: 'assistant', content: 'Who signed, and for exactly what.' }
// The front page asks for it.
const model = 'svc-chat'
const upstreamModel = 'enclave-model'

const pki = await makeSimulationPki(new Date())
const machine: Machine = {
  pki,
  keys: deriveWorkloadKeys(randomBytes(32)),
  rootScalar: createHash('sha256').update('countersign simulated key management').digest(),
  appScalar: randomBytes(32),
}
const enclave = makeEnclave({
  machine,
  tls: null,
  plan: {},
  serving: 'direct',
  now: () => new Date(),
})
const signer = await createSigningKey(randomBytes(32))

/** Digest of the root that this enclave’s quotes lead to. In the place of Intel’s it makes them hardware’s. */
export const testRoot: Digest = sha256Digest(pki.rootDer)
export const testReferenceValues = simulationReferenceValues(machine)
/** As `/api/limits` of the gateway that signs. */
export const testLimits = { seal_signer: signer.address, retired_signers: [] }

/**
 * An answer as a gateway delivers it, signed for what it says.
 * @param endpoint at which the enclave says that it was asked
 */
export function makeAnswer(
  mode: Mode,
  verifiedBy: Verification = 'aci-tdx-dcap/1',
  endpoint: EnclaveEndpoint = 'chat',
): string {
  const response = Buffer.from(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model: upstreamModel,
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    }),
  )
  const proof = {
    providerId: 'test',
    measurement: testReferenceValues.compose_hashes[0] as Digest,
    verifiedBy,
    receipt: { id: 'rcpt-1', text: receiptFor(response, endpoint) },
    evidence: null,
    secondHop: 'none' as const,
  }
  const svc = issueSvc({
    signer,
    model,
    mode,
    prompt: messages,
    message,
    proof: isEnclaveMode(mode) ? proof : null,
  })
  return Buffer.from(spliceSvcIntoJson(response, svc)).toString('utf8')
}

function receiptFor(response: Uint8Array, endpoint: EnclaveEndpoint): string {
  const exchange = {
    receiptId: 'rcpt-1',
    chatId: 'chatcmpl-1',
    model: upstreamModel,
    request: JSON.stringify({ model: upstreamModel, messages }),
    response,
    servedAtSeconds: Math.floor(Date.now() / 1000),
    keysetDigest: enclave.keysetDigest(),
    upstream: null,
    endpoint,
    isForwarded: true,
  }
  return makeAciReceipt(exchange, machine.keys, null)
}

/** What the enclave shows of itself now. */
export async function makeEvidence(): Promise<Evidence> {
  const nonce = randomBytes(32).toString('hex')
  const facts: Json = {
    algo: 'x25519-aes-256-gcm-hkdf-sha256',
    public_key: 'ab'.repeat(32),
    upstream_model: upstreamModel,
    measurement: testReferenceValues.compose_hashes[0] ?? '',
    simulation_root: pemOf(pki.rootDer),
    collateral: enclave.collateral() as unknown as Json,
  }
  return {
    type: 'countersign-evidence/1',
    nonce,
    fetchedAt: new Date().toISOString(),
    offer: `${JSON.stringify(facts).slice(0, -1)},"attestation":${await enclave.report(nonce)}}`,
  }
}

/** The same enclave after it started with other keys. */
export async function makeOtherEvidence(): Promise<Evidence> {
  enclave.renewKeyset()
  return makeEvidence()
}

function pemOf(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
