import { expect, test, vi } from 'vitest'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { recognise } from '#shared/document/recognise.ts'
import { chainSubjectOf } from '#shared/judge/chain-subject.ts'
import { judgeChain } from '#shared/judge/judge-chain.ts'
import { parseEvidence } from '#shared/document/parse-evidence.ts'
import { modes, type Mode } from '#shared/modes.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { compareStates, type AnswerState } from '#shared/judge/state/answer-state.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import {
  makeAnswer,
  makeEvidence,
  messages,
  testLimits,
  testReferenceValues,
  testRoot,
} from '../../../support/make-enclave-answer.ts'

// An enclave of the test is hardware's: its root stands in the place of Intel's.
vi.mock('#shared/attestation/quote/verify-quote.ts', async (original) => ({
  ...(await original<object>()),
  get intelRoot() {
    return testRoot
  },
}))

const evidence = await makeEvidence()
const signers = parseSignerHistory(testLimits)
const reference = parseReferenceValues(testReferenceValues)

/** What a reader may hold of one answer, or not, beside its receipt. */
const pieces = [
  'salts',
  'words of the answer',
  'enclave’s receipt',
  'messages',
  'signers',
  'evidence',
  'collateral',
  'reference values',
] as const
type Piece = (typeof pieces)[number]
type Held = ReadonlySet<Piece>

/** The file that is left of the answer. Salts and the enclave's receipt stand in `svc`, beside the receipt. */
function fileOf(answer: string, held: Held): string {
  const { svc, ...rest } = JSON.parse(answer) as { svc: Record<string, Json> }
  if (!held.has('salts')) return JSON.stringify(svc['receipt'])
  const { enclave_receipt: receipt, enclave_receipt_id: id, ...others } = svc
  const isKept = held.has('enclave’s receipt') && receipt !== undefined && id !== undefined
  const left = isKept ? { ...others, enclave_receipt_id: id, enclave_receipt: receipt } : others
  return JSON.stringify(held.has('words of the answer') ? { ...rest, svc: left } : left)
}

function evidenceOf(held: Held) {
  const offer = JSON.parse(evidence.offer) as object
  const text = held.has('collateral')
    ? evidence.offer
    : evidence.offer.replace(JSON.stringify((offer as { collateral: unknown }).collateral), 'null')
  return parseEvidence(utf8ToBytes(JSON.stringify({ ...evidence, offer: text })))
}

function stateWith(answer: string, held: Held) {
  const recognition = recognise(utf8ToBytes(fileOf(answer, held)))
  if (recognition.kind !== 'recognised') throw new Error(recognition.kind)
  const { subject } = recognition
  const chainSubject = chainSubjectOf(subject)
  const chain =
    held.has('evidence') && chainSubject !== null
      ? judgeChain(
          { ...chainSubject, evidence: evidenceOf(held) },
          { reference: held.has('reference values') ? reference : null },
        )
      : null
  const judged = judgeSubject(
    subject,
    {
      ...(held.has('messages') && { prompt: { values: [messages] } }),
      ...(chain && { chain }),
    },
    {
      signers: held.has('signers') ? signers : null,
      policy: { simulatedEnclave: 'reject' },
      nowSeconds: Date.now() / 1000,
    },
  )
  return stateOf(judged)
}

const sets: readonly Held[] = Array.from(
  { length: 2 ** pieces.length },
  (_, bits) => new Set(pieces.filter((_piece, at) => (bits & (1 << at)) !== 0)),
)
const nameOf = (held: Held) => pieces.filter((piece) => held.has(piece)).join(', ')

/** By what is held of it. */
function statesOf(answer: string): ReadonlyMap<string, AnswerState> {
  return new Map(sets.map((held) => [nameOf(held), stateWith(answer, held)]))
}

const states = new Map(modes.map((mode) => [mode, statesOf(makeAnswer(mode))]))

function stateOfHeld(mode: Mode, held: Held): AnswerState {
  const state = states.get(mode)?.get(nameOf(held))
  if (state === undefined) throw new Error('every set was judged')
  return state
}

/** Where one piece more gives a lower state. */
function lowered(mode: Mode) {
  return sets.flatMap((held) =>
    pieces.flatMap((piece) => {
      const withOne = new Set([...held, piece])
      const less = stateOfHeld(mode, held)
      const more = stateOfHeld(mode, withOne)
      return compareStates(more, less) < 0 ? [{ held: withOne, less, more }] : []
    }),
  )
}

test.each(modes)('no genuine piece of a %s answer is what makes it fail', (mode) => {
  expect([...(states.get(mode)?.values() ?? [])]).not.toContain('failed')
})

test('with every piece an enclave’s answer is proven, and without any one but the question it is not', () => {
  expect(stateOfHeld('tee', new Set(pieces))).toBe('verified')
  for (const piece of pieces) {
    const left = new Set(pieces.filter((each) => each !== piece))
    expect(stateOfHeld('tee', left) === 'verified', piece).toBe(piece === 'messages')
  }
})

test('an answer that the gateway translated is not over the enclave’s bytes, and never proven', () => {
  const { svc, ...rest } = JSON.parse(makeAnswer('tee')) as { svc: object }
  const written = { ...rest, rewritten: true }
  const all = new Set(pieces)
  const without: Held = new Set(pieces.filter((piece) => piece !== 'evidence'))
  const translated = JSON.stringify({ ...written, svc: { ...svc, translated: true } })
  expect(stateWith(JSON.stringify({ ...written, svc }), all)).toBe('failed')
  expect(stateWith(translated, all)).toBe('not-fully-checked')
  expect(stateWith(translated, without)).toBe('gateways-claim')
})

/** The evidence is judged, and what it takes to judge it to its end is not all there. */
function isBegun(held: Held): boolean {
  const isHeld = (piece: Piece) => held.has(piece)
  const judged: readonly Piece[] = ['salts', 'enclave’s receipt', 'evidence']
  const needed: readonly Piece[] = ['collateral', 'reference values', 'words of the answer']
  return judged.every(isHeld) && !needed.every(isHeld)
}

test.each(modes)('one more genuine piece never lowers a %s answer, but begun evidence', (mode) => {
  for (const { held, less, more } of lowered(mode)) {
    expect(isBegun(held)).toBe(true)
    expect([less, more]).toEqual(['gateways-claim', 'not-fully-checked'])
  }
})
