import { expect, test } from 'vitest'
import { checkModel, type AskedModel } from '#shared/svc/asked-model.ts'
import { parseTraits } from '#shared/svc/parse-traits.ts'

const traits = new Map([['usual', 'svc-chat']])

function statusOf(signed: string, asked: Partial<AskedModel>): string {
  return checkModel(signed, { name: 'usual', traits, listed: 'then', ...asked }).status
}

test('an id is that id, whoever lists what', () => {
  for (const listed of ['then', 'later'] as const) {
    expect(statusOf('svc-chat', { name: 'svc-chat', listed })).toBe('pass')
    expect(statusOf('svc-chat', { name: 'svc-code', listed })).toBe('fail')
    expect(statusOf('svc-chat', { name: 'svc-chat', listed, traits: null })).toBe('pass')
  }
})

test('a trait that stands for another model fails, or is open where it may have stood for this one', () => {
  expect(statusOf('svc-chat', {})).toBe('pass')
  expect(statusOf('svc-code', {})).toBe('fail')
  expect(statusOf('svc-code', { listed: 'later' })).toBe('skip')
})

test('without a list a name that is not the signed one is open, and never passes', () => {
  expect(statusOf('svc-chat', { traits: null })).toBe('skip')
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
