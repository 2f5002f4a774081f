import { deflateRawSync } from 'node:zlib'
import { bodyOf, limits, message, messages, other, receiptOf, salts, signer, write } from './sign-vectors.ts'

// node tests/vectors/make-file-vectors.ts
// What `/api/limits` answers, links, and exports of the extension: which are read, and what comes of them.

const retired = {
  address: other.address,
  from: '2026-10-01T00:00:00.000Z',
  until: '2026-11-01T00:00:00.000Z',
}
const { seal_signer_from: _from, ...undated } = limits
const withRetired = (...terms: readonly unknown[]) => ({ ...limits, retired_signers: terms })

write('limits.countersign.json', {
  about:
    'Answers of GET /api/limits, and whether a verifier reads them (FORMAT.md §2.3). With an answer that is refused nothing is judged.',
  cases: [
    { name: 'one signer', limits, read: true },
    { name: 'a signer without a date', limits: undated, read: true },
    { name: 'no list of retired signers', limits: { seal_signer: signer }, read: true },
    { name: 'an address in mixed case', limits: { ...limits, seal_signer: other.address }, read: true },
    { name: 'a retired signer', limits: withRetired(retired), read: true },
    { name: 'a revoked signer', limits: withRetired({ ...retired, revoked_from: retired.from }), read: true },
    { name: 'two terms of one signer', limits: withRetired(retired, { ...retired, from: retired.until, until: limits.seal_signer_from }), read: true },
    { name: 'members that are not known', limits: { ...withRetired({ ...retired, note: 1 }), not_promised: [], more: {} }, read: true },
    { name: 'no signer', limits: { retired_signers: [] }, read: false },
    { name: 'a signer that is null', limits: { ...limits, seal_signer: null }, read: false },
    { name: 'an address that is too short', limits: { ...limits, seal_signer: signer.slice(0, -1) }, read: false },
    { name: 'an address without 0x', limits: { ...limits, seal_signer: signer.slice(2) }, read: false },
    { name: 'an address with 0X', limits: { ...limits, seal_signer: signer.replace('0x', '0X') }, read: false },
    { name: 'a time that is null', limits: { ...limits, seal_signer_from: null }, read: false },
    { name: 'a time without milliseconds', limits: { ...limits, seal_signer_from: '2026-11-01T00:00:00Z' }, read: false },
    { name: 'a time in another zone', limits: { ...limits, seal_signer_from: '2026-11-01T00:00:00.000+01:00' }, read: false },
    { name: 'a day that does not exist', limits: { ...limits, seal_signer_from: '2026-02-30T00:00:00.000Z' }, read: false },
    { name: 'hour 24', limits: { ...limits, seal_signer_from: '2026-11-01T24:00:00.000Z' }, read: false },
    { name: 'retired signers that are null', limits: { ...limits, retired_signers: null }, read: false },
    { name: 'retired signers that are no list', limits: { ...limits, retired_signers: {} }, read: false },
    ...(['address', 'from', 'until'] as const).map((name) => ({
      name: `a retired signer without ${name}`,
      limits: withRetired(Object.fromEntries(Object.entries(retired).filter(([member]) => member !== name))),
      read: false,
    })),
    { name: 'a revocation on a day that does not exist', limits: withRetired({ ...retired, revoked_from: '2026-13-01T00:00:00.000Z' }), read: false },
    { name: 'a revocation that is null', limits: withRetired({ ...retired, revoked_from: null }), read: false },
    { name: 'a list', limits: [limits], read: false },
  ],
})

const receipt = await receiptOf(bodyOf('private'))
const filed = {
  origin: 'https://chat.example.com',
  receivedAt: '2026-11-20T09:30:01.000Z',
  receipt,
  salts,
  messages,
  message,
  text: message.content,
}
const exportOf = (...answers: readonly unknown[]) => ({ type: 'countersign-vault/1', answers })
const otherKey = await receiptOf(bodyOf('private'), other)
const without = (name: string) => Object.fromEntries(Object.entries(filed).filter(([member]) => member !== name))
const unread = { state: null, failed: [], skipped: [] }
const promised = { state: 'promised', failed: [], skipped: [] }
const open = (...skipped: readonly string[]) => ({ state: 'promised', failed: [], skipped })
const fails = (...failed: readonly string[]) => ({ state: 'failed', failed, skipped: [] })

write('export.countersign.json', {
  about:
    'Exports of the extension, and what comes of each answer (FORMAT.md §5.3): its state, the checks that fail, and those that are skipped. A state of null: the answer is refused. No answers: the whole file is refused.',
  limits,
  cases: [
    { name: 'one answer', export: exportOf(filed), answers: [promised] },
    {
      name: 'several answers, each judged by itself',
      export: exportOf(filed, { ...filed, message: { ...message, content: '43' }, text: '43' }, filed),
      answers: [promised, fails('commitment.response'), promised],
    },
    { name: 'an answer without its question', export: exportOf({ ...filed, messages: null }), answers: [open('commitment.prompt')] },
    { name: 'an answer without words', export: exportOf({ ...filed, message: null, text: '' }), answers: [open('commitment.response')] },
    {
      name: 'an answer with neither',
      export: exportOf({ ...filed, messages: null, message: null, text: '' }),
      answers: [open('commitment.prompt', 'commitment.response')],
    },
    {
      name: 'salts of another answer',
      export: exportOf({ ...filed, salts: { prompt: salts.response, response: salts.prompt } }),
      answers: [fails('commitment.prompt', 'commitment.response')],
    },
    { name: 'an answer that somebody else signed', export: exportOf({ ...filed, receipt: otherKey }), answers: [fails('receipt.signer')] },
    { name: 'another origin and time, which nothing covers', export: exportOf({ ...filed, origin: 'http://[::1]:8080', receivedAt: '2020-01-01T00:00:00.000Z' }), answers: [promised] },
    { name: 'an answer that is refused beside one that is not', export: exportOf({ ...filed, verdict: 'verified' }, filed), answers: [unread, promised] },
    ...Object.keys(filed).map((name) => ({
      name: `an answer without ${name}, beside another`,
      export: exportOf(without(name), filed),
      answers: [unread, promised],
    })),
    { name: 'no answers', export: exportOf(), answers: [] },
    { name: 'answers that are no list', export: { type: 'countersign-vault/1', answers: {} }, answers: [] },
    { name: 'a version that is not known', export: { ...exportOf(filed), type: 'countersign-vault/2' }, answers: [] },
    { name: 'another member beside the answers', export: { ...exportOf(filed), verdict: 'verified' }, answers: [] },
  ],
})

const disclosure = JSON.stringify({
  type: 'countersign-disclosure/1',
  receipt,
  response: { message, salt: salts.response },
})
const packed = deflateRawSync(disclosure)
const link = `1.${packed.toString('base64url')}`
const again = `1.${deflateRawSync(disclosure, { level: 0 }).toString('base64url')}`

write('link.countersign.json', {
  about:
    'What stands behind the # of a link (FORMAT.md §5.4), and the document in it. A document of null: the link is refused.',
  cases: [
    { name: 'a disclosure', fragment: link, document: disclosure },
    { name: 'the same, stored and not compressed', fragment: again, document: disclosure },
    { name: 'nothing', fragment: '', document: null },
    { name: 'another form', fragment: `2${link.slice(1)}`, document: null },
    { name: 'padding', fragment: `${link}=`, document: null },
    { name: 'base64 with + and /', fragment: `1.${packed.toString('base64').replace(/=*$/, '')}`, document: /[+/]/.test(packed.toString('base64')) ? null : disclosure },
    { name: 'a character that does not belong there', fragment: `${link.slice(0, 40)}!${link.slice(41)}`, document: null },
    { name: 'half of it', fragment: link.slice(0, link.length / 2), document: null },
    { name: 'bytes behind the deflated ones', fragment: `1.${Buffer.concat([packed, Buffer.from('more')]).toString('base64url')}`, document: null },
    { name: 'bytes that were deflated with a head', fragment: `1.${Buffer.concat([Buffer.from([0x78, 0x9c]), packed]).toString('base64url')}`, document: null },
  ],
})

const traits = { usual: 'svc-chat', coder: 'svc-code', 'svc-code': 'svc-chat' }
const models = ['svc-chat', 'svc-code']

write('model.countersign.json', {
  about:
    'What becomes of receipt.model (FORMAT.md §2.5): the model that was signed, the name in the request, and what the gateway lists. Traits of null: there is no list. `listed` is `then` for a list of the answer’s time, else `later`.',
  models,
  cases: [
    { name: 'the id that was signed', signed: 'svc-chat', asked: 'svc-chat', traits: null, listed: 'later', status: 'pass' },
    { name: 'the id that was signed, which is listed as a trait of another', signed: 'svc-code', asked: 'svc-code', traits, listed: 'then', status: 'pass' },
    { name: 'another name, without a list', signed: 'svc-chat', asked: 'usual', traits: null, listed: 'then', status: 'skip' },
    { name: 'a trait of the model that was signed', signed: 'svc-chat', asked: 'usual', traits, listed: 'then', status: 'pass' },
    { name: 'a trait of the model that was signed, by a later list', signed: 'svc-chat', asked: 'usual', traits, listed: 'later', status: 'pass' },
    { name: 'a trait of another model', signed: 'svc-chat', asked: 'coder', traits, listed: 'then', status: 'fail' },
    { name: 'a trait of another model, by a later list', signed: 'svc-chat', asked: 'coder', traits, listed: 'later', status: 'skip' },
    { name: 'a name that is not listed', signed: 'svc-chat', asked: 'other', traits, listed: 'then', status: 'fail' },
    { name: 'a name that is not listed, by a later list', signed: 'svc-chat', asked: 'other', traits, listed: 'later', status: 'fail' },
    { name: 'the id of another model, which is listed as a trait of this one', signed: 'svc-chat', asked: 'svc-code', traits, listed: 'then', status: 'fail' },
    { name: 'the same, by a later list', signed: 'svc-chat', asked: 'svc-code', traits, listed: 'later', status: 'fail' },
  ],
})

write('message-input.countersign.json', {
  about:
    'The `input` of a use of a tool in a stream of messages (FORMAT.md §3.5): what the block begins with, the pieces of `partial_json`, and `input` in the end. `refused`: the stream is.',
  cases: [
    { name: 'no pieces', begins: {}, pieces: [], input: {} },
    { name: 'one empty piece', begins: {}, pieces: [''], input: {} },
    { name: 'empty pieces around a whole text', begins: {}, pieces: ['', '{"a":', '', '1}', ''], input: { a: 1 } },
    { name: 'a text that was cut off', begins: {}, pieces: ['{"a":'], input: '{"a":' },
    { name: 'a text with a member twice', begins: {}, pieces: ['{"a":1,"a":2}'], input: '{"a":1,"a":2}' },
    { name: 'a text that is no object', begins: {}, pieces: ['[1]'], input: '[1]' },
    { name: 'a blank', begins: {}, pieces: [' '], input: ' ' },
    { name: 'a whole input', begins: { a: 1 }, pieces: [], input: { a: 1 } },
    { name: 'a whole input, and an empty piece', begins: { a: 1 }, pieces: [''], input: { a: 1 } },
    { name: 'a whole input, and pieces', begins: { a: 1 }, pieces: ['{"a":1}'], refused: true },
    { name: 'a text to begin with, and pieces', begins: '', pieces: ['{}'], refused: true },
    { name: 'no input to begin with', begins: null, pieces: ['{}'], refused: true },
  ],
})
