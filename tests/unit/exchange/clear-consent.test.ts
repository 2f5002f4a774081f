import { expect, test } from 'vitest'
import { createClearConsent } from '#shared/exchange/clear-consent.ts'

test('what was named beforehand may leave, with what stands in it, and nobody is asked', async () => {
  const consent = createClearConsent(['tools', 'metadata'], () => {
    throw new Error('nobody is to be asked')
  })
  expect(await consent(['metadata.a', 'tools'])).toEqual([])
})

test('where nobody can be asked, nothing else may leave', async () => {
  expect(await createClearConsent(['stop'])(['stop', 'tools'])).toEqual(['tools'])
})

test('each name is asked about once, and a yes and a no are kept', async () => {
  const asked: (readonly string[])[] = []
  const consent = createClearConsent([], (names) => {
    asked.push(names)
    return names.includes('tools')
  })
  expect(await consent(['tools'])).toEqual([])
  expect(await consent(['stop'])).toEqual(['stop'])
  expect(await consent(['stop', 'tools'])).toEqual(['stop'])
  expect(asked).toEqual([['tools'], ['stop']])
})

test('requests at the same time lead to one question', async () => {
  const answer = Promise.withResolvers<boolean>()
  let asked = 0
  const consent = createClearConsent([], () => {
    asked += 1
    return answer.promise
  })
  const all = Promise.all([consent(['tools']), consent(['tools'])])
  answer.resolve(true)
  expect(await all).toEqual([[], []])
  expect(asked).toBe(1)
})

test('an answer that is no true is a no, and one that throws is asked for again', async () => {
  const answers = [() => Promise.reject(new Error('away')), () => 'yes' as unknown as boolean]
  const consent = createClearConsent([], () => answers.shift()?.() ?? true)
  await expect(consent(['tools'])).rejects.toThrow('away')
  expect(await consent(['tools'])).toEqual(['tools'])
})
