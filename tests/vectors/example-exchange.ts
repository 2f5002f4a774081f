import { createHash } from 'node:crypto'
import { makeAciReceipt, type ServedExchange } from '../../server/demo/enclave/make-aci-receipt.ts'
import {
  makeEnclave,
  simulationReferenceValues,
  type Enclave,
  type Machine,
} from '../../server/demo/enclave/make-enclave.ts'
import { makeSimulationPki } from '../../server/demo/enclave/hardware/simulation-pki.ts'
import { deriveWorkloadKeys } from '../../server/demo/enclave/hardware/workload-keys.ts'
import { commit, receiptOf, salts, simulatedLabel } from './sign-vectors.ts'

// One exchange with a simulated enclave: the gateway's part is made with public packages, and the enclave's by the simulator.

const seed = (text: string) => createHash('sha256').update(text).digest()

export const issuedAt = '2026-11-20T09:30:00.000Z'
export const now = () => new Date(issuedAt)
export const servedAt = Date.parse(issuedAt) / 1000
export const pki = await makeSimulationPki(now())
export const machine: Machine = {
  pki,
  keys: deriveWorkloadKeys(seed('countersign example workload')),
  rootScalar: seed('countersign simulated key management'),
  appScalar: seed('countersign example app'),
}
const tls = { keyPem: '', certificatePem: '', spki: 'c0'.repeat(32) }
export const enclave = makeEnclave({ machine, tls, plan: {}, serving: 'direct', now })
/** The same machine as it would forward to a host. */
export const aggregator = makeEnclave({ machine, tls, plan: {}, serving: 'aggregator', now })
/** The same machine, with keys that end a minute after the answer. */
export const ending = makeEnclave({
  machine,
  tls,
  plan: { boundKeyset: (keyset) => ({ ...keyset, not_after: servedAt + 60 }) },
  serving: 'direct',
  now,
})
export const reference = simulationReferenceValues(machine)

export const upstreamModel = 'enclave-model'
export const messages = [{ role: 'user', content: 'What does a receipt prove?' }]
export const message = { role: 'assistant', content: 'Who signed, and for exactly what.' }
export const nonce = '5e'.repeat(32)

export const answerText = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: upstreamModel,
  choices: [{ index: 0, message, finish_reason: 'stop' }],
})

/** What differs from the exchange in order. */
export interface ExchangePlan {
  readonly served?: Partial<ServedExchange>
  readonly keys?: Machine['keys']
  /** Members of `body.enclave`. */
  readonly signed?: object
}

/** `svc` of an answer whose exact bytes are these. */
export async function svcOf(id: string, bytes: string, { served, keys, signed }: ExchangePlan = {}) {
  const receiptId = `rcpt-${id}`
  const enclaveReceipt = makeAciReceipt(
    {
      receiptId,
      chatId: id,
      model: upstreamModel,
      request: JSON.stringify({ model: upstreamModel, messages }),
      response: Buffer.from(bytes),
      servedAtSeconds: servedAt,
      keysetDigest: enclave.keysetDigest(),
      upstream: null,
      endpoint: 'chat',
      isForwarded: true,
      ...served,
    },
    keys ?? machine.keys,
    null,
  )
  const receipt = await receiptOf({
    v: 1,
    issuedAt,
    model: 'svc-enclave',
    mode: 'tee',
    promptCommit: commit(salts.prompt, messages),
    responseCommit: commit(salts.response, message),
    enclave: {
      providerId: 'example-enclave',
      measurement: reference.compose_hashes[0],
      verifiedBy: 'aci-tdx-simulated/1',
      ...signed,
    },
  })
  return {
    privacy_mode: 'tee',
    privacy_label: simulatedLabel,
    content_policy: 'standard',
    receipt_digest: receipt.digest,
    receipt,
    commitment_salts: salts,
    enclave_receipt_id: receiptId,
    enclave_receipt: JSON.parse(enclaveReceipt) as object,
  }
}

/** What a gateway says of the enclave's key, with the enclave's report. @param members that differ */
export async function offerOf(shown: Enclave, members: object = {}): Promise<string> {
  const facts = {
    algo: 'x25519-aes-256-gcm-hkdf-sha256',
    public_key: machine.keys.custody.find(({ role }) => role === 'e2ee-x25519')?.publicKey,
    upstream_model: upstreamModel,
    measurement: reference.compose_hashes[0],
    provider_id: 'example-enclave',
    verified_by: 'aci-tdx-simulated/1',
    simulation_root: pki.rootPem,
    collateral: shown.collateral(),
    ...members,
  }
  return `${JSON.stringify(facts).slice(0, -1)},"attestation":${await shown.report(nonce)}}`
}
