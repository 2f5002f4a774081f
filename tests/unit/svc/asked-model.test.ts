import { expect, test } from 'vitest'
import { checkModel } from '#shared/svc/asked-model.ts'
import { parseTraits } from '#shared/svc/parse-traits.ts'
import vectors from '../../vectors/model.countersign.json' with { type: 'json' }

const listedModels = { data: vectors.models.map((id) => ({ id })) }

test.each(vectors.cases)('$name: $status', ({ signed, asked, traits, listed, status }) => {
  const check = checkModel(signed, {
    name: asked,
    traits: traits === null ? null : parseTraits({ data: traits }, listedModels),
    listed: listed === 'then' ? 'then' : 'later',
  })
  expect(check.status).toBe(status)
})

test('a name that is the id of a model is no trait', () => {
  const models = { data: [{ id: 'svc-code' }] }
  const listed = parseTraits({ data: { usual: 'svc-chat', 'svc-code': 'svc-chat' } }, models)
  expect([...listed]).toEqual([['usual', 'svc-chat']])
  for (const wrong of [null, {}, { data: [] }, { data: { usual: 7 } }]) {
    expect(() => parseTraits(wrong, models)).toThrow(
      expect.objectContaining({ code: 'TRAITS_MALFORMED' }) as Error,
    )
  }
})
