import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claims, type CheckId } from '#shared/claims.ts'
import { fail, pass, skip } from '#shared/checks.ts'
import type { Circumstances } from '#shared/judge/state/circumstances.ts'
import { isCalm } from '#shared/judge/state/look-of.ts'
import type { JudgedReceipt } from '#shared/judge/state/state-of.ts'
import { describeAnswer } from '#shared/judge/words/describe-answer.ts'
import { modes } from '#shared/modes.ts'
import { parseReceipt, type Receipt } from '#shared/receipt/parse-receipt.ts'
import { requiredAnswerChecks } from '#shared/svc/verify-answer.ts'
import { decideVerdict, type Check } from '#shared/verdict.ts'
import vectors from '../../../vectors/receipt.countersign.json' with { type: 'json' }

// What a chat with a server of its own can get at best looks calm, and nothing worse does.

const [{ receipt: good }] = vectors.cases as unknown as [{ receipt: Receipt }]
const required: readonly CheckId[] = requiredAnswerChecks
const behind = required.map((id) =>
  id === 'commitment.prompt' ? skip(id, 'it was not given') : pass(id),
)
const through: Circumstances = {
  path: { kind: 'through', host: 'chat.example' },
  sentToServer: false,
  textShown: 'same',
  sentInClear: [],
  cameInClear: [],
  unsigned: [],
}

function judged(mode: string, checks: readonly Check[], verifiedBy = 'aci-tdx-dcap/1') {
  const { enclave: _enclave, ...body } = good.body
  const enclave = { providerId: 'enclave', measurement: 'ab'.repeat(32), verifiedBy }
  const of = mode === 'tee' || mode === 'e2ee' ? { enclave } : {}
  return {
    receipt: parseReceipt({ ...good, body: { ...body, mode, ...of } }),
    verdict: decideVerdict(checks, required),
    secondHop: 'none',
  } satisfies JudgedReceipt
}

const naming = { signer: 'gateway.example', claimOf: (id: CheckId) => claims[id] }
const describe = (found: JudgedReceipt, more: Partial<Circumstances> = {}) =>
  describeAnswer(found, { ...through, ...more }, naming)

test.each([
  ['private', '○', 'Private · via server'],
  ['anonymized', '○', 'Anonymized · via server'],
  ['tee', '◇', 'Gateway’s word'],
])('%s through the site’s server is neutral, and its state is what it was', (mode, mark, label) => {
  const view = describe(judged(mode, behind))
  expect(view).toMatchObject({ state: 'not-all-checked', mark, label, tone: 'soft', exitStatus: 2 })
  expect(view.sentence).toContain('This chat talks through chat.example')
  expect(view.sentence).toContain('what it asked is not known here')
  expect(view.notEstablished.join('\n')).toContain('asked in your words')
  expect(view.missing.map(({ what }) => what)).toEqual(['what was asked'])
})

test('of an answer that is found by its words nothing neutral is said', () => {
  const worse = { foundByWords: '2026-11-21' }
  const all = required.map((id) => pass(id))
  expect(describe(judged('private', behind), worse).tone).toBe('skip')
  expect(describe(judged('private', all), worse).tone).toBe('skip')
  expect(describe(judged('private', behind), { textShown: 'other' }).tone).toBe('fail')
})

test('straight from a gateway, or out of a file, the same gap needs a look', () => {
  for (const path of [{ kind: 'direct' }, { kind: 'sealed' }, { kind: 'file' }] as const) {
    const view = describe(judged('private', behind), { path })
    expect(view).toMatchObject({ tone: 'skip', label: 'Not all checked', isGood: false })
  }
})

test('whatever else was not checked, or failed, is never calm', () => {
  const outcome = fc.constantFrom<Check['status'] | 'absent'>('pass', 'skip', 'fail', 'absent')
  const facts = fc.record({
    mode: fc.constantFrom(...modes),
    simulated: fc.boolean(),
    textShown: fc.constantFrom<Circumstances['textShown']>('same', 'not compared', 'not shown'),
    outcomes: fc.tuple(
      ...required.map(() => fc.oneof({ weight: 6, arbitrary: fc.constant('pass') }, outcome)),
    ),
  })
  const made = { pass, skip, fail } as const
  let calm = 0
  fc.assert(
    fc.property(facts, ({ mode, simulated, textShown, outcomes }) => {
      const checks = required.flatMap((id, at) => {
        const status = outcomes[at] as Check['status'] | 'absent'
        return status === 'absent' ? [] : [made[status](id, 'a reason')]
      })
      const verifiedBy = simulated ? 'aci-tdx-simulated/1' : 'aci-tdx-dcap/1'
      const view = describe(judged(mode, checks, verifiedBy), { textShown })
      if (!isCalm(view)) return
      calm += 1
      const notPassed = required.filter(
        (id) => !checks.some((c) => c.id === id && c.status === 'pass'),
      )
      expect(notPassed.filter((id) => id !== 'commitment.prompt')).toEqual([])
      expect(checks.some(({ status }) => status === 'fail')).toBe(false)
      expect(simulated && (mode === 'tee' || mode === 'e2ee')).toBe(false)
    }),
    { numRuns: 1000 },
  )
  expect(calm).toBeGreaterThan(0)
})
