import { describe, expect, test, vi } from 'vitest'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import type { Evidence } from '#shared/document/evidence.ts'
import { recognise } from '#shared/document/recognise.ts'
import { chainSubjectOf, enclaveMembers } from '#shared/judge/chain-subject.ts'
import { compareStates, type AnswerState } from '#shared/judge/state/answer-state.ts'
import { missingParts } from '#shared/judge/words/missing-parts.ts'
import { modes, type Mode } from '#shared/modes.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { saltsOf } from '../../../web/judge/salts-of.ts'
import { shareDocument, type Shared } from '../../../web/judge/share-document.ts'
import { judgeHeld, subjectOf } from '../../support/receipts/judge-held.ts'
import {
  makeAnswer,
  makeEvidence,
  makeOtherEvidence,
  messages,
  testLimits,
  testReferenceValues,
  testRoot,
} from '../../support/enclave/make-enclave-answer.ts'

// What a reader finds with an enclave's evidence beside an answer, and with a part of it.
// An enclave of the test is hardware's: its root stands in the place of Intel's.
vi.mock('#shared/attestation/quote/verify-quote.ts', async (original) => ({
  ...(await original<object>()),
  get intelRoot() {
    return testRoot
  },
}))

const answer = makeAnswer('tee')
const ofVectors = makeAnswer('tee', 'aci-tdx-dcap/1', 'embeddings')
const evidence = await makeEvidence()
/** Of each mode. */
const answers = modes.map((mode) => [mode, makeAnswer(mode)] as const)
// The enclave has other keys from here on.
const other = await makeOtherEvidence()
const signers = parseSignerHistory(testLimits)
const reference = parseReferenceValues(testReferenceValues)

/** What a reader does not hold, of all that there is. */
interface Given {
  /** Null: it is not held. */
  readonly evidence?: Evidence | null
  readonly messages?: boolean
  readonly signers?: boolean
  readonly reference?: boolean
}

function judge(document: string | object, given: Given = {}) {
  return judgeHeld(document, {
    evidence: given.evidence === undefined ? evidence : given.evidence,
    messages: given.messages === false ? null : messages,
    signers: given.signers === false ? null : signers,
    reference: given.reference === false ? null : reference,
  })
}

const hour = 3_600_000

test('evidence of the same day proves, and of another day leaves the enclave unchecked', () => {
  const later = (hours: number) => ({
    ...evidence,
    fetchedAt: new Date(Date.now() + hours * hour).toISOString(),
  })
  expect(judge(answer).state).toBe('verified')
  expect(judge(answer, { evidence: later(23) }).state).toBe('verified')
  const late = judge(answer, { evidence: later(25) })
  expect(late.state).toBe('not-fully-checked')
  expect(late.skipped).toContain('evidence.time')
})

test('without reference values nothing is condemned, and nothing is proven', () => {
  const { state, skipped } = judge(answer, { reference: false })
  expect(state).toBe('not-fully-checked')
  expect(skipped).toContain('policy.compose')
})

test('a chat by the receipt of an enclave that was asked for vectors fails', () => {
  expect(judge(ofVectors).state).toBe('failed')
})

test('evidence of the same enclave under other keys condemns nothing', () => {
  const { state, skipped } = judge(answer, { evidence: other })
  expect(state).toBe('not-fully-checked')
  expect(skipped).toEqual(['enclave-receipt.keyset'])
})

test('a file that a program wrote anew holds other bytes, which is missing and not wrong', () => {
  const value = JSON.parse(answer) as { choices: [{ message: object }] }
  const { message } = value.choices[0]
  const nulls = { refusal: null, tool_calls: null }
  const dumped = { ...value, choices: [{ index: 0, message: { ...message, ...nulls } }] }
  for (const text of [JSON.stringify(value, null, 2), JSON.stringify(dumped)]) {
    const { state, skipped } = judge(text)
    expect(state).toBe('not-fully-checked')
    expect(skipped).toContain('enclave-receipt.response')
  }
  const altered = answer.replace('Who signed', 'Who sang')
  for (const text of [altered, JSON.stringify(JSON.parse(altered), null, 2)]) {
    expect(judge(text).state).toBe('failed')
  }
})

describe('pieces that are held, or not', () => {
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

  function evidenceOf(held: Held): Evidence {
    const offer = JSON.parse(evidence.offer) as object
    const text = held.has('collateral')
      ? evidence.offer
      : evidence.offer.replace(
          JSON.stringify((offer as { collateral: unknown }).collateral),
          'null',
        )
    return { ...evidence, offer: text }
  }

  const known = new Map<string, AnswerState>()

  /** Many sets come to the same: what is not there has no collateral, and is held against nothing. */
  function stateWith(text: string, held: Held): AnswerState {
    const file = fileOf(text, held)
    const given: Given = {
      evidence: held.has('evidence') ? evidenceOf(held) : null,
      messages: held.has('messages'),
      signers: held.has('signers'),
      reference: held.has('evidence') && held.has('reference values'),
    }
    const key = JSON.stringify([file, given])
    const state = known.get(key) ?? judge(file, given).state
    known.set(key, state)
    return state
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

  const states = new Map(answers.map(([mode, text]) => [mode, statesOf(text)]))

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
    const { svc, ...rest } = JSON.parse(answer) as { svc: object }
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

  test.each(modes)(
    'one more genuine piece never lowers a %s answer, but begun evidence',
    (mode) => {
      for (const { held, less, more } of lowered(mode)) {
        expect(isBegun(held)).toBe(true)
        expect([less, more]).toEqual(['gateways-claim', 'not-fully-checked'])
      }
    },
  )
})

describe('a disclosure', () => {
  const both: Shared = { prompt: true, response: true, enclave: true }

  function share(shared: Shared) {
    const subject = subjectOf(answer)
    const input = chainSubjectOf(subject)
    const { receipt, verdict, opened } = judge(answer, { evidence: null }).judged
    const enclave = input === null ? null : enclaveMembers(input)
    return shareDocument({ receipt, verdict, opened, salts: saltsOf(subject), enclave }, shared)
  }

  test('a disclosure carries what the enclave signed, and is judged with evidence but for the bytes', () => {
    const { judged, state } = judge(share(both))
    const statusOf = (id: string) => judged.verdict.checks.find((check) => check.id === id)?.status
    expect(statusOf('enclave-receipt.signature')).toBe('pass')
    expect(statusOf('enclave.signed')).toBe('pass')
    expect(statusOf('enclave-receipt.response')).toBe('skip')
    expect(state).toBe('not-fully-checked')
    expect(missingParts(judged.verdict, 'not-fully-checked')).toEqual([
      expect.objectContaining({ what: 'that the enclave signed exactly this answer' }),
    ])
  })

  test('the whole answer with its evidence is proven, and its disclosure without it is not', () => {
    expect(judge(answer).state).toBe('verified')
    expect(judge(share(both), { evidence: null }).state).toBe('gateways-claim')
    const alone = share({ prompt: false, response: false, enclave: true })
    expect(judge(alone).state).toBe('not-fully-checked')
    expect(judge(alone, { evidence: null }).state).toBe('gateways-claim')
  })

  test('what the enclave signed is left out unless it is asked for', () => {
    const text = JSON.stringify(share({ ...both, enclave: false }))
    expect(text).not.toContain('request.received')
    expect(share({ prompt: false, response: false, enclave: false })).not.toHaveProperty('type')
  })

  test('an enclave’s receipt that was altered in a disclosure fails, and of another enclave is laid aside', () => {
    const shared = JSON.stringify(share(both))
    const altered = shared.replace('"served_at":1', '"served_at":2')
    expect(altered).not.toBe(shared)
    expect(judge(altered).state).toBe('failed')
    expect(judge(share(both), { evidence: other }).state).toBe('not-fully-checked')
  })

  test('a disclosure whose enclave receipt cannot be read is never more than without it', () => {
    for (const receipt of [{}, { api_version: 'aci/1' }, { api_version: 'aci/0', signature: {} }]) {
      expect(judge({ ...share(both), enclave_receipt: receipt }).state).toBe('not-fully-checked')
    }
    expect(recognise(utf8ToBytes(JSON.stringify({ ...share(both), enclave_receipt: 1 })))).toEqual({
      kind: 'invalid',
      sentence: 'It cannot be read: the disclosure: enclave_receipt is no object.',
    })
  })
})
