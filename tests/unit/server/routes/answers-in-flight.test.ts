import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnswersInFlight } from '../../../../server/gateway/routes/watch-answer.ts'

test('those that have begun and not ended are counted, and they alone are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 60 }), (steps) => {
      const inFlight = createAnswersInFlight()
      const ends = new Map<number, () => void>()
      const cut: number[] = []
      steps.forEach((step, name) => {
        // Of ten steps seven begin an answer, and the others end one of those that are there.
        const ending = step < 7 ? undefined : [...ends.keys()][step % Math.max(ends.size, 1)]
        if (ending === undefined)
          ends.set(
            name,
            inFlight.add(() => void cut.push(name)),
          )
        else {
          ends.get(ending)?.()
          ends.delete(ending)
        }
        expect(inFlight.count()).toBe(ends.size)
      })
      inFlight.cutAll()
      expect(cut.toSorted((a, b) => a - b)).toEqual([...ends.keys()])
    }),
  )
})

test('an answer that ends while it is cut keeps no other one from being cut', () => {
  const inFlight = createAnswersInFlight()
  const cut: number[] = []
  for (const name of [1, 2, 3]) {
    const end = inFlight.add(() => {
      cut.push(name)
      end()
    })
  }
  inFlight.cutAll()
  expect(cut).toEqual([1, 2, 3])
  expect(inFlight.count()).toBe(0)
})
