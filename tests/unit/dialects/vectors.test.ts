import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { makeDisclosure } from '#shared/disclosure/make-disclosure.ts'
import { parseDisclosure } from '#shared/disclosure/parse-disclosure.ts'
import { promptReadings } from '#shared/dialects/prompt-value.ts'
import { recognise } from '#shared/document/recognise.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import { vectorTrust } from '../../support/receipts/vector-trust.ts'
import vectors from '../../vectors/dialects.countersign.json' with { type: 'json' }

const trust = vectorTrust(vectors.limits)

function judge({ request, file }: { readonly request: unknown; readonly file: unknown }) {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  const recognition = recognise(Buffer.from(text))
  if (recognition.kind !== 'recognised') return null
  const prompt = { values: promptReadings(request as Json) }
  return { subject: recognition.subject, ...judgeSubject(recognition.subject, { prompt }, trust) }
}

test.each(vectors.cases)('$name', ({ request, file, failed, state }) => {
  const judged = judge({ request, file })
  if (failed === null) {
    expect(judged).toBeNull()
    return
  }
  if (judged === null) throw new Error('the file is not recognised')
  const { checks } = judged.verdict
  expect(checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))).toEqual(failed)
  expect(stateOf(judged)).toBe(state)
})

const good = vectors.cases.filter(({ failed }) => failed?.length === 0)

test.each(good)('a disclosure opens: $name', ({ request, file }) => {
  const judged = judge({ request, file })
  const { subject, opened } = judged ?? {}
  if (subject?.kind !== 'answer' && subject?.kind !== 'transcript') throw new Error('no answer')
  const disclosure = parseDisclosure(
    JSON.parse(JSON.stringify(makeDisclosure(subject.svc, opened ?? {}))),
  )
  const { verdict } = judgeSubject({ kind: 'disclosure', disclosure }, {}, trust)
  expect(verdict.kind).toBe('verified')
})

test('a stream of chat in which another dialect speaks, too, is refused', () => {
  const chunk = { choices: [{ index: 0, delta: { content: 'Yes.' }, finish_reason: 'stop' }] }
  const other = {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: 'No.' },
  }
  const text = [chunk, other].map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')
  expect(recognise(Buffer.from(text))).toMatchObject({
    kind: 'invalid',
    sentence: expect.stringContaining('two dialects') as string,
  })
})
