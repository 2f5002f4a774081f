import { key, otherKey, account, other, signer, sha256, jcs, commit, messages, message, salts, labels, enclave, bodyOf, receiptOf, limits, write, type Mode } from './sign-vectors.ts'
import { findPython, saveWithPython } from '../support/clients/python-openai.ts'

// node tests/vectors/make-vectors.ts
// Receipts, commitments and disclosures as the specification says, made with public packages and
// with nothing of shared/: the code under test does not make its own expectations.

async function svcOf(mode: Mode) {
  const receipt = await receiptOf(bodyOf(mode))
  return {
    privacy_mode: mode,
    privacy_label: labels[mode],
    content_policy: 'standard',
    receipt_digest: receipt.digest,
    receipt,
    commitment_salts: salts,
  }
}

const valid = await receiptOf(bodyOf('tee'))
const retired = {
  ...limits,
  seal_signer: other.address.toLowerCase(),
  seal_signer_from: '2026-11-20T10:00:00.000Z',
}
const term = (from: string, until: string) => ({
  ...retired,
  retired_signers: [{ address: signer, from, until }],
})

const revoked = (revoked_from: string) => ({
  ...retired,
  retired_signers: [
    { address: signer, from: '2026-11-01T00:00:00.000Z', until: '2026-11-20T10:00:00.000Z', revoked_from },
  ],
})

/** s → n − s and the other recovery bit: the same key, another text. */
function highS(signature: string): string {
  const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = (n - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  return `${signature.slice(0, 66)}${s}${signature.endsWith('1b') ? '1c' : '1b'}`
}

const altered = (change: object) => ({ ...valid, body: { ...valid.body, ...change } })
const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
const body = bodyOf('tee')
const simulated = await receiptOf({ ...body, enclave: { ...enclave, verifiedBy: 'aci-tdx-simulated/1' } })

/** What is said of a receipt alone. */
function stateOfReceipt({ receipt, failed, skipped = [], malformed = false }: { receipt: object; failed?: readonly string[]; skipped?: readonly string[]; malformed?: boolean }): string {
  if (malformed) return 'no-receipt'
  if (failed === undefined || failed.length > 0) return 'failed'
  if (skipped.includes('receipt.hardware')) return 'simulated'
  return JSON.stringify(receipt).includes('"enclave"') ? 'gateways-claim' : 'promised'
}

write('receipt.countersign.json', {
  about:
    'Receipts, the /api/limits answer to judge them by, the reader’s clock, the checks that must fail, and the state that is shown for the receipt alone. `malformed` means that the receipt is refused before any check.',
  judged_at: '2026-11-20T12:00:00.000Z',
  cases: [
    ...(await Promise.all(
      (['anonymized', 'private', 'tee', 'e2ee'] as const).map(async (mode) => ({
        name: `a good receipt in mode ${mode}`,
        receipt: await receiptOf(bodyOf(mode)),
        limits,
        failed: [],
      })),
    )),
    { name: 'another issuedAt', receipt: altered({ issuedAt: '2026-11-20T09:30:00.001Z' }), limits, failed: ['receipt.digest'] },
    { name: 'another model', receipt: altered({ model: 'svc-other' }), limits, failed: ['receipt.digest'] },
    { name: 'another mode', receipt: altered({ mode: 'e2ee' }), limits, failed: ['receipt.digest'] },
    { name: 'a mode without enclave', receipt: altered({ mode: 'private' }), limits, failed: ['receipt.digest', 'receipt.enclave'] },
    { name: 'another promptCommit', receipt: altered({ promptCommit: flip(body.promptCommit) }), limits, failed: ['receipt.digest'] },
    { name: 'another responseCommit', receipt: altered({ responseCommit: flip(body.responseCommit) }), limits, failed: ['receipt.digest'] },
    { name: 'another provider', receipt: altered({ enclave: { ...enclave, providerId: 'other' } }), limits, failed: ['receipt.digest'] },
    { name: 'another measurement', receipt: altered({ enclave: { ...enclave, measurement: flip(enclave.measurement) } }), limits, failed: ['receipt.digest'] },
    { name: 'another scheme', receipt: altered({ enclave: { ...enclave, verifiedBy: 'aci-tdx-simulated/1' } }), limits, failed: ['receipt.digest'], skipped: ['receipt.hardware'] },
    { name: 'a digest of something else', receipt: { ...valid, digest: flip(valid.digest) }, limits, failed: ['receipt.digest', 'receipt.signature', 'receipt.signer'] },
    { name: 'a signature with another r', receipt: { ...valid, signature: `0x${flip(valid.signature.slice(2))}` }, limits, failed: ['receipt.signature', 'receipt.signer'] },
    { name: 'a signature with a high s', receipt: { ...valid, signature: highS(valid.signature) }, limits, failed: ['receipt.signature', 'receipt.signer'] },
    { name: 'a signature with v 0 or 1', receipt: { ...valid, signature: `${valid.signature.slice(0, -2)}${valid.signature.endsWith('1b') ? '00' : '01'}` }, limits, failed: ['receipt.signature', 'receipt.signer'] },
    { name: 'a signature with the other v', receipt: { ...valid, signature: `${valid.signature.slice(0, -2)}${valid.signature.endsWith('1b') ? '1c' : '1b'}` }, limits, failed: ['receipt.signature', 'receipt.signer'] },
    { name: 'a signature of zeros', receipt: { ...valid, signature: `0x${'00'.repeat(64)}1b` }, limits, failed: ['receipt.signature', 'receipt.signer'] },
    { name: 'another name for its signer', receipt: { ...valid, signer: other.address.toLowerCase() }, limits, failed: ['receipt.signature'] },
    { name: 'a stranger who signs and names himself', receipt: await receiptOf(body, other), limits, failed: ['receipt.signer'] },
    { name: 'a stranger who names the published signer', receipt: { ...(await receiptOf(body, other)), signer }, limits, failed: ['receipt.signature', 'receipt.signer'] },
    { name: 'a time before the signer began', receipt: await receiptOf({ ...body, issuedAt: '2026-10-31T23:59:59.999Z' }), limits, failed: ['receipt.signer'] },
    { name: 'a retired signer, in its term', receipt: valid, limits: term('2026-11-01T00:00:00.000Z', '2026-11-20T10:00:00.000Z'), failed: [] },
    { name: 'a retired signer, in its first instant', receipt: valid, limits: term(body.issuedAt, '2026-11-20T10:00:00.000Z'), failed: [] },
    { name: 'a retired signer, before its term', receipt: valid, limits: term('2026-11-20T09:30:00.001Z', '2026-11-20T10:00:00.000Z'), failed: ['receipt.signer'] },
    { name: 'a retired signer, in the first instant after its term', receipt: valid, limits: term('2026-11-01T00:00:00.000Z', body.issuedAt), failed: ['receipt.signer'] },
    { name: 'a retired signer, revoked from a later time on', receipt: valid, limits: revoked('2026-11-20T09:30:00.001Z'), failed: [] },
    { name: 'a retired signer, revoked from that time on, in its term', receipt: valid, limits: revoked(body.issuedAt), failed: ['receipt.signer'] },
    { name: 'a retired signer, revoked from before its term', receipt: valid, limits: revoked('2026-10-01T00:00:00.000Z'), failed: ['receipt.signer'] },
    { name: 'the last second of the skew between two clocks', receipt: await receiptOf({ ...body, issuedAt: '2026-11-20T12:05:00.000Z' }), limits, failed: [] },
    { name: 'the first moment after it', receipt: await receiptOf({ ...body, issuedAt: '2026-11-20T12:05:00.001Z' }), limits, failed: ['receipt.time'] },
    { name: 'a time long after the reader’s', receipt: await receiptOf({ ...body, issuedAt: '2099-01-01T00:00:00.000Z' }), limits, failed: ['receipt.time'] },
    { name: 'a simulated enclave of a stranger', receipt: await receiptOf(simulated.body, other), limits, failed: ['receipt.signer'], skipped: ['receipt.hardware'] },
    { name: 'a simulated enclave, signed by nobody', receipt: { ...simulated, signature: `0x${'00'.repeat(64)}1b` }, limits, failed: ['receipt.signature', 'receipt.signer'], skipped: ['receipt.hardware'] },
    { name: 'a simulated enclave', receipt: simulated, limits, failed: [], skipped: ['receipt.hardware'] },
    { name: 'an enclave mode without its enclave, properly signed', receipt: await receiptOf({ ...bodyOf('private'), mode: 'tee' }), limits, failed: ['receipt.enclave'] },
    { name: 'an enclave beside a mode that has none, properly signed', receipt: await receiptOf({ ...body, mode: 'private' }), limits, failed: ['receipt.enclave'] },
    { name: 'a version to come', receipt: await receiptOf({ ...body, v: 2 }), limits, malformed: true },
    { name: 'a member that version 1 does not have', receipt: await receiptOf({ ...body, extra: 1 }), limits, malformed: true },
    { name: 'a mode that does not exist', receipt: await receiptOf({ ...body, mode: 'sealed' }), limits, malformed: true },
    { name: 'a scheme that does not exist', receipt: await receiptOf({ ...body, enclave: { ...enclave, verifiedBy: 'trust-me/1' } }), limits, malformed: true },
    { name: 'a day that does not exist', receipt: await receiptOf({ ...body, issuedAt: '2026-02-30T00:00:00.000Z' }), limits, malformed: true },
    { name: 'a time without milliseconds', receipt: await receiptOf({ ...body, issuedAt: '2026-11-20T09:30:00Z' }), limits, malformed: true },
    { name: 'an upper-case digest', receipt: { ...valid, digest: valid.digest.toUpperCase() }, limits, malformed: true },
    { name: 'a short signature', receipt: { ...valid, signature: valid.signature.slice(0, -2) }, limits, malformed: true },
    { name: 'no signer', receipt: { body: valid.body, digest: valid.digest, signature: valid.signature }, limits, malformed: true },
  ].map((each) => ({ ...each, state: stateOfReceipt(each) })),
})

const svc = await svcOf('private')
const weaker = await svcOf('anonymized')
/** Of a private answer. */
function stateOfAnswer({ failed }: { failed: readonly string[] }): string {
  return failed.length > 0 ? 'failed' : 'promised'
}

write('answer.countersign.json', {
  about:
    'svc blocks with the messages and the message of the exchange: the checks that must fail, and those that are skipped because a part is not given; the state that is shown.',
  limits,
  cases: [
    { name: 'a good answer', svc, messages, message, failed: [], skipped: [] },
    { name: 'an answer alone', svc, message, failed: [], skipped: ['commitment.prompt'] },
    { name: 'messages alone', svc, messages, failed: [], skipped: ['commitment.response'] },
    { name: 'a stronger mode than was signed', svc: { ...weaker, privacy_mode: 'e2ee' }, messages, message, failed: ['svc.mode'], skipped: [] },
    { name: 'a better label than was signed', svc: { ...svc, privacy_label: labels.tee }, messages, message, failed: ['svc.label'], skipped: [] },
    { name: 'a label in other letters', svc: { ...svc, privacy_label: 'private' }, messages, message, failed: ['svc.label'], skipped: [] },
    { name: 'the digest of another receipt', svc: { ...svc, receipt_digest: weaker.receipt_digest }, messages, message, failed: ['svc.digest'], skipped: [] },
    { name: 'another answer', svc, messages, message: { ...message, content: '43' }, failed: ['commitment.response'], skipped: [] },
    { name: 'an answer with one more member', svc, messages, message: { ...message, note: null }, failed: ['commitment.response'], skipped: [] },
    { name: 'an answer with its members in another order', svc, messages, message: { content: '42', role: 'assistant' }, failed: [], skipped: [] },
    { name: 'another question', svc, messages: messages.slice(1), message, failed: ['commitment.prompt'], skipped: [] },
    { name: 'the salts swapped', svc: { ...svc, commitment_salts: { prompt: salts.response, response: salts.prompt } }, messages, message, failed: ['commitment.prompt', 'commitment.response'], skipped: [] },
  ].map((each) => ({ ...each, state: stateOfAnswer(each) })),
})

write('commitment.countersign.json', {
  about: 'commitment = sha256(salt ":" JCS(value)), lowercase hex',
  cases: [
    { salt: salts.prompt, value: messages, commitment: commit(salts.prompt, messages), opens: true },
    { salt: salts.response, value: message, commitment: commit(salts.response, message), opens: true },
    { salt: salts.response, value: { content: '42', role: 'assistant' }, commitment: commit(salts.response, message), opens: true },
    { salt: salts.response, value: [1, 0.1, 1e21, -0, '\u2028', {}, []], commitment: commit(salts.response, [1, 0.1, 1e21, -0, '\u2028', {}, []]), opens: true },
    { salt: salts.prompt, value: message, commitment: commit(salts.response, message), opens: false },
    { salt: salts.response, value: { ...message, content: '42 ' }, commitment: commit(salts.response, message), opens: false },
    { salt: salts.response, value: message, commitment: sha256(salts.response + jcs(message)), opens: false },
    { salt: salts.response, value: message, commitment: sha256(Buffer.from(salts.response, 'hex').toString('latin1') + ':' + jcs(message)), opens: false },
  ],
})

const receipt = svc.receipt
const prompt = { messages, salt: salts.prompt }
const response = { message, salt: salts.response }
const type = 'countersign-disclosure/1'
const blocks = [{ type: 'text', text: '42' }]
const ofBlocks = await receiptOf({ ...bodyOf('private'), responseCommit: commit(salts.response, blocks) })
write('disclosure.countersign.json', {
  about:
    'Disclosures: verdicts and states, or `malformed` when the file is refused.',
  limits,
  cases: [
    { name: 'both sides', disclosure: { type, receipt, prompt, response }, verdict: 'verified', state: 'promised' },
    { name: 'the answer only', disclosure: { type, receipt, response }, verdict: 'verified', state: 'promised' },
    { name: 'the prompt only', disclosure: { type, receipt, prompt }, verdict: 'verified', state: 'promised' },
    { name: 'the receipt only', disclosure: { type, receipt }, verdict: 'verified', state: 'promised' },
    { name: 'another answer', disclosure: { type, receipt, response: { ...response, message: { role: 'assistant', content: 'no' } } }, verdict: 'rejected', state: 'failed', failed: ['commitment.response'] },
    { name: 'another salt', disclosure: { type, receipt, response: { ...response, salt: salts.prompt } }, verdict: 'rejected', state: 'failed', failed: ['commitment.response'] },
    { name: 'the messages of a chat beside the content of a message', disclosure: { type, receipt: ofBlocks, prompt, response: { ...response, message: blocks } }, verdict: 'rejected', state: 'failed', failed: ['commitment.prompt'] },
    { name: 'the content of a message only', disclosure: { type, receipt: ofBlocks, response: { ...response, message: blocks } }, verdict: 'verified', state: 'promised' },
    { name: 'a salt of what is not disclosed', disclosure: { type, receipt, response, commitment_salts: salts }, malformed: true, state: 'no-receipt' },
    { name: 'an answer without its salt', disclosure: { type, receipt, response: { message } }, malformed: true, state: 'no-receipt' },
    { name: 'another type', disclosure: { type: 'other/1', receipt, response }, malformed: true, state: 'no-receipt' },
  ],
})

write('eip191.countersign.json', {
  about:
    'EIP-191 personal messages over text. The first is published in the documentation of web3.js; the others sign 64-character digests, as receipts do.',
  cases: [
    {
      privateKey: '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
      address: '0x2c7536e3605d9c16a7a3d7b1898e529396a65c23',
      message: 'Some data',
      messageHash: '0x1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655',
      signature:
        '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
    },
    ...(await Promise.all(
      [account, other].flatMap((by, index) =>
        ['', 'a', 'countersign'].map(async (text) => ({
          privateKey: index === 0 ? key : otherKey,
          address: by.address.toLowerCase(),
          message: sha256(text),
          signature: await by.signMessage({ message: sha256(text) }),
        })),
      ),
    )),
  ],
})

/** As the official Python client saves the good answer, where there is one. */
function writeSaved(): void {
  const found = findPython()
  if (found.kind === 'absent') return
  const around = { id: 'chatcmpl-1', created: 1, model: 'svc-chat' }
  const answer = JSON.stringify({ ...around, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], svc })
  const chunk = (choice: object, more: object = {}) => `data: ${JSON.stringify({ ...around, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...more })}\n\n`
  const stream = `${chunk({ delta: message })}${chunk({ delta: {}, finish_reason: 'stop' }, { svc })}data: [DONE]\n\n`
  const [saved] = saveWithPython(found.python, [{ answer, stream }])
  const files = Object.entries(saved ?? {})
  const altered = (text: string) => text.replaceAll('"42"', '"43"')
  write('saved-answer.openai-python.json', {
    about: 'The good answer of answer.countersign.json as openai-python saves it (tests/support/clients/save-with-openai.py), and the same with another word. A file opens by one of the readings of FORMAT.md section 3.3, fails, or is not opened.',
    limits,
    messages,
    cases: files.flatMap(([name, file]) => [
      { name, file, outcome: 'opens' },
      { name: `${name}, and another word`, file: altered(file), outcome: 'does not open' },
    ]),
  })
}

writeSaved()
