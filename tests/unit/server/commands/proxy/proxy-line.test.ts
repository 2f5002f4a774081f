import type { EndedExchange } from '#shared/exchange/describe-exchange.ts'
import { expect, test } from 'vitest'
import { judgeExchange, type ExchangeFacts } from '#shared/judge/judge-exchange.ts'
import type { AnswerState } from '#shared/judge/state/answer-state.ts'
import { lookOf } from '#shared/judge/state/look-of.ts'
import { describeProxied } from '../../../../../server/commands/proxy/describe-exchange.ts'
import { failureLines, verdictLines } from '../../../../../server/commands/proxy/print-verdict.ts'
import { exchangeTrust, makeExchange } from '../../../../support/receipts/make-exchange.ts'

const at = new Date('2026-11-22T06:30:00.123Z')

function linesOf(ended: EndedExchange, notes: readonly string[] = []) {
  const { outcome, verdict } = ended.judgement
  const { checks } = verdict
  const view = describeProxied(ended)
  const names = { model: 'model', enclaveModel: 'm', id: 'req_1' }
  return verdictLines(at, { ...names, view, outcome, checks, notes })
}
const canary = 'Say something.'

function ended(facts: ExchangeFacts): EndedExchange {
  return { judgement: judgeExchange(facts, exchangeTrust), svc: facts.end.svc }
}

function withoutEnclaveReceipt(facts: ExchangeFacts): ExchangeFacts {
  const { svc } = facts.end
  if (svc === null) throw new Error('it has svc')
  const { enclave_receipt: _receipt, ...rest } = svc
  return { ...facts, end: { ...facts.end, svc: rest } }
}

const shown: Readonly<Partial<Record<AnswerState, string>>> = {
  verified: 'Encrypted to enclave · verified',
  'providers-claim': 'Encrypted to enclave · provider’s claim',
  simulated: 'Simulated enclave',
  'not-fully-checked': 'Encrypted to enclave · not fully checked',
  failed: 'Check failed',
}

const proven = makeExchange('e2ee', 'aci-tdx-dcap/1')

test.each<[AnswerState, ExchangeFacts, string]>([
  ['verified', proven, 'The receipt is for exactly this exchange.'],
  [
    'providers-claim',
    makeExchange('e2ee', 'aci-tdx-dcap-provider/1'),
    'not proven: The machine that ran the model',
  ],
  ['simulated', makeExchange(), 'not proven: Any hardware'],
  [
    'not-fully-checked',
    withoutEnclaveReceipt(proven),
    'not checked: what the enclave itself signed',
  ],
  [
    'failed',
    { ...proven, end: { ...proven.end, isComplete: false } },
    'FAIL This does not hold: “The answer is whole',
  ],
  ['failed', makeExchange('tee', 'aci-tdx-dcap/1'), '[e2ee.mode: '],
  [
    'failed',
    { ...proven, end: { ...proven.end, svc: null } },
    '[e2ee.mode: the gateway signed nothing]',
  ],
])('an exchange that is %s is called so in its line, and below it why', (state, facts, part) => {
  const [line, ...below] = linesOf(ended(facts), ['as noted'])
  const { mark } = lookOf(state)
  expect(line).toMatch(
    new RegExp(
      `^2026-11-22T06:30:00Z  req_1  model \\(m in the enclave\\)  \\${mark} ${shown[state]}(?: \\(|$)`,
    ),
  )
  const text = below.join('\n')
  expect(text).toContain(part)
  expect(text).toContain('not proven: ')
  expect(text).toMatch(/\n {2}as noted$/)
  expect(text).not.toContain(canary)
  const isJudged = state === 'verified' || state === 'providers-claim'
  expect(text.includes('The enclave was checked here')).toBe(isJudged)
})

test('what left and what came in clear is named beside what was proven', () => {
  const clear = { ...proven.clear, tools: ['tools', 'messages[2].tool_calls'] }
  const end = { ...proven.end, cameInClear: ['choices[0].message.refusal'] }
  const lines = linesOf(ended({ ...proven, clear, end })).join('\n')
  expect(lines).toContain('Sent in clear: tools, messages[2].tool_calls.')
  expect(lines).toContain('Came in clear: choices[0].message.refusal.')
  expect(linesOf(ended(proven)).join('\n')).not.toContain('in clear')
})

test('what the gateway added to the enclave’s answer is named as signed by nobody', () => {
  const { technical } = describeProxied(ended(proven))
  expect(technical).toContainEqual(expect.stringContaining('svc.content_policy'))
  expect(technical.join()).not.toContain('choices')
})

test('a check that failed is a sentence first, and its name and what was found come behind it', () => {
  const check = {
    id: 'quote.root',
    status: 'fail',
    by: 'you',
    reason: 'a chain ends in 6d26',
  } as const
  expect(failureLines([check])).toEqual([
    '  FAIL The enclave’s proof does not lead to the maker of the processor. [quote.root: a chain ends in 6d26]',
  ])
})
