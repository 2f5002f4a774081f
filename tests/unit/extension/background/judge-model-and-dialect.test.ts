import { expect, test } from 'vitest'
import { good, judged, origin, settings } from '../../../support/in-memory/judge-received.ts'
import dialects from '../../../vectors/dialects.countersign.json' with { type: 'json' }

const { messages } = good ?? {}
const askedFor = (model: unknown) => ({ request: JSON.stringify({ model, messages }) })
const modelCheck = (answer: ReturnType<typeof judged>) =>
  answer?.verdict.checks.find(({ id }) => id === 'receipt.model')

test('an answer that was signed for another model than was asked failed, whatever the traits say of others', () => {
  const other = judged(askedFor('svc-assist-reason'), settings, new Map([['default', 'svc-chat']]))
  expect(other?.state).toBe('failed')
  expect(modelCheck(other)).toMatchObject({ status: 'fail' })
})

test('a trait counts by the gateway’s word, and is not established while nobody gave it', () => {
  const named = judged(askedFor('default'), settings, new Map([['default', 'svc-chat']]))
  expect(modelCheck(named)).toMatchObject({ status: 'pass', by: 'gateway' })
  const unknown = judged(askedFor('default'))
  expect(unknown?.verdict).toMatchObject({ kind: 'partial', missing: ['receipt.model'] })
  const elsewhere = judged(askedFor('default'), settings, new Map([['default', 'svc-code']]))
  expect(elsewhere?.state).toBe('failed')
})

test('of a request that names no model nothing is said about it', () => {
  expect(modelCheck(judged(askedFor(7)))).toBeUndefined()
})

const paths: Readonly<Record<string, string>> = { input: 'responses', messages: 'messages' }
const shownInPages = dialects.cases.filter(({ name }) => !name.startsWith('vectors'))

test.each(shownInPages)('in another dialect: $name', ({ request, file, failed, state }) => {
  const [, path = ''] = Object.entries(paths).find(([name]) => name in request) ?? []
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  const sent = { url: `${origin}/v1/${path}`, request: JSON.stringify(request), text }
  const answer = judged(sent)
  if (failed === null) return expect(answer).toBeNull()
  expect(answer?.state).toBe(state)
  const checks = answer?.verdict.checks ?? []
  expect(checks.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual(failed)
})
