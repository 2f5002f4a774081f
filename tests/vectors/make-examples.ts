import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeAciReceipt } from '../../server/demo/enclave/make-aci-receipt.ts'
import {
  makeEnclave,
  simulationReferenceValues,
  type Machine,
} from '../../server/demo/enclave/make-enclave.ts'
import { makeSimulationPki } from '../../server/demo/enclave/simulation-pki.ts'
import { deriveWorkloadKeys } from '../../server/demo/enclave/workload-keys.ts'
import { commit, limits, receiptOf, salts, simulatedLabel } from './sign-vectors.ts'

// node tests/vectors/make-examples.ts
// One exchange with a simulated enclave, as each file of shared/receipt/examples/ holds it. The gateway's part is made with
// public packages, and the enclave's by the simulator.

const seed = (text: string) => createHash('sha256').update(text).digest()

const issuedAt = '2026-11-20T09:30:00.000Z'
const now = () => new Date(issuedAt)
const pki = await makeSimulationPki(now())
const machine: Machine = {
  pki,
  keys: deriveWorkloadKeys(seed('countersign example workload')),
  rootScalar: seed('countersign simulated key management'),
  appScalar: seed('countersign example app'),
}
const tls = { keyPem: '', certificatePem: '', spki: 'c0'.repeat(32) }
const enclave = makeEnclave({ machine, tls, plan: {}, serving: 'direct', now })
const reference = simulationReferenceValues(machine)

const model = 'svc-enclave'
const upstreamModel = 'enclave-model'
const messages = [{ role: 'user', content: 'What does a receipt prove?' }]
const message = { role: 'assistant', content: 'Who signed, and for exactly what.' }

/** `svc` of an answer whose exact bytes are these. */
async function svcOf(id: string, bytes: string) {
  const receiptId = `rcpt-${id}`
  const enclaveReceipt = makeAciReceipt(
    {
      receiptId,
      chatId: id,
      model: upstreamModel,
      request: JSON.stringify({ model: upstreamModel, messages }),
      response: Buffer.from(bytes),
      servedAtSeconds: Date.parse(issuedAt) / 1000,
      keysetDigest: enclave.keysetDigest(),
      upstream: null,
      endpoint: 'chat',
      isForwarded: true,
    },
    machine.keys,
    null,
  )
  const receipt = await receiptOf({
    v: 1,
    issuedAt,
    model,
    mode: 'tee',
    promptCommit: commit(salts.prompt, messages),
    responseCommit: commit(salts.response, message),
    enclave: {
      providerId: 'example-enclave',
      measurement: reference.compose_hashes[0],
      verifiedBy: 'aci-tdx-simulated/1',
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

const answerText = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: upstreamModel,
  choices: [{ index: 0, message, finish_reason: 'stop' }],
})
const svc = await svcOf('chatcmpl-1', answerText)

/** The events of the stream; the first with `obfuscation`, the third with `svc`. */
function streamOf(more: { readonly obfuscation: string; readonly svc: string }): string {
  const chunk = (choices: readonly object[], member = '') =>
    `data: ${JSON.stringify({ id: 'chatcmpl-2', object: 'chat.completion.chunk', model: upstreamModel, choices }).slice(0, -1)}${member}}\n\n`
  return [
    chunk([{ index: 0, delta: { role: 'assistant', content: 'Who signed, ' }, finish_reason: null }], more.obfuscation),
    chunk([{ index: 0, delta: { content: 'and for exactly what.' }, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason: 'stop' }], more.svc),
    chunk([]),
    'data: [DONE]\n\n',
  ].join('')
}

const streamSvc = await svcOf('chatcmpl-2', streamOf({ obfuscation: '', svc: '' }))
const nonce = '5e'.repeat(32)
const offer = JSON.stringify({
  algo: 'x25519-aes-256-gcm-hkdf-sha256',
  public_key: machine.keys.custody.find(({ role }) => role === 'e2ee-x25519')?.publicKey,
  upstream_model: upstreamModel,
  measurement: reference.compose_hashes[0],
  provider_id: 'example-enclave',
  verified_by: 'aci-tdx-simulated/1',
  simulation_root: pki.rootPem,
  collateral: enclave.collateral(),
})

const { receipt, commitment_salts, enclave_receipt, enclave_receipt_id } = svc
const examples: Readonly<Record<string, object | string>> = {
  'limits.json': limits,
  'receipt.json': receipt,
  'svc.json': svc,
  'answer.json': `${answerText.slice(0, -1)},"svc":${JSON.stringify(svc)}}`,
  'stream.txt': streamOf({
    obfuscation: ',"obfuscation":"~k3Zr8Qm1"',
    svc: `,"svc":${JSON.stringify(streamSvc)}`,
  }),
  'evidence.json': {
    type: 'countersign-evidence/1',
    nonce,
    fetchedAt: issuedAt,
    offer: `${offer.slice(0, -1)},"attestation":${await enclave.report(nonce)}}`,
  },
  'disclosure.json': {
    type: 'countersign-disclosure/1',
    receipt,
    prompt: { messages, salt: commitment_salts.prompt },
    response: { message, salt: commitment_salts.response },
    enclave_receipt,
    enclave_receipt_id,
  },
  'export.json': {
    type: 'countersign-vault/1',
    answers: [
      {
        origin: 'https://chat.example.com',
        receivedAt: '2026-11-20T09:30:01.000Z',
        receipt,
        salts: commitment_salts,
        messages,
        message,
        text: message.content,
      },
    ],
  },
  'reference-values.json': reference,
}

for (const [name, content] of Object.entries(examples)) {
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
  writeFileSync(join(import.meta.dirname, '../../shared/receipt/examples', name), text)
}
