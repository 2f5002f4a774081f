import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  answerText,
  enclave,
  issuedAt,
  message,
  messages,
  nonce,
  offerOf,
  reference,
  svcOf,
  upstreamModel,
} from './example-exchange.ts'
import { limits } from './sign-vectors.ts'

// node tests/vectors/make-examples.ts
// One exchange with a simulated enclave, as each file of shared/receipt/examples/ holds it.

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
const { receipt, commitment_salts, enclave_receipt, enclave_receipt_id } = svc
const examples: Readonly<Record<string, object | string>> = {
  'limits.json': { ...limits, operator: { name: 'Example Ltd', url: 'https://example.com' } },
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
    offer: await offerOf(enclave),
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
