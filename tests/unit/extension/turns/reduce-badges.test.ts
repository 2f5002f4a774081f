import { beforeEach, describe, expect, test } from 'vitest'
import type { BadgeEvent } from '../../../../extension/content/turns/badge-events.ts'
import { wordsOf } from '../../../../extension/reading/words-of.ts'
import { cardFor, judged, refused, textOf } from '../../../support/in-memory/badge-events-of.ts'
import { PageOfTurns } from '../../../support/in-memory/page-of-turns.ts'

// Which badges a page has, without a page.

test('nothing good is said beside a text until the background found it to be the one signed', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1))
  page.happen(judged(1))
  expect(page.badges.size).toBe(0)
  page.happen({ kind: 'looked' })
  expect(page.said('a')).toBe('comparing')
  page.happen({ kind: 'card', card: cardFor(1, 'promised', 'same'), text: textOf(1) })
  expect(page.said('a')).toBe('promised')
  page.write('a', `${textOf(1)} And some more.`)
  expect(page.said('a')).toBe('comparing')
})

test('a turn that shows another text loses its badge with that change', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1))
  page.happen(judged(1, 'unknown-signer'))
  expect(page.badges.size).toBe(1)
  page.write('a', 'Another text, which nobody signed.')
  expect(page.badges.size).toBe(0)
})

test('a badge that the page takes away is put back twenty times, and no more', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1))
  page.happen(judged(1, 'unknown-signer'))
  for (let count = 0; count < 30; count += 1) {
    page.taken.add('a')
    page.happen({ kind: 'looked' })
  }
  expect(page.done.filter(({ kind }) => kind === 'put back')).toHaveLength(20)
  expect(page.badges.size).toBe(0)
})

test('a kept answer that is found for a text stands beside no other one, which is there by then', () => {
  const page = new PageOfTurns()
  page.write('loaded d', textOf(1))
  page.happen({ kind: 'looked' })
  const asked = page.done.flatMap((effect) => (effect.kind === 'ask' ? [effect.asked] : [])).at(0)
  expect(asked?.text).toBe(textOf(1))
  page.write('loaded d', textOf(2))
  if (asked) page.happen({ kind: 'answered', asked, card: cardFor(1, 'promised', 'same') })
  expect([...page.state.standing.keys()]).toEqual([])
})

test.each([
  ['its user did something', { kind: 'acted' }],
  ['another response began to come', { kind: 'opened', id: 2 }],
] as const)(
  'a verdict that is late takes no turn that began after %s',
  (_, event: BadgeEvent<string>) => {
    const page = new PageOfTurns()
    page.happen({ kind: 'opened', id: 1 })
    page.happen({ kind: 'closed', id: 1 })
    page.happen(event)
    page.write('a', textOf(1))
    page.happen(judged(1, 'unknown-signer'))
    expect(page.badges.size).toBe(0)
  },
)

test('a verdict that is late may take a turn that began while another answer went on', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 2 })
  page.happen({ kind: 'opened', id: 1 })
  page.happen({ kind: 'closed', id: 1 })
  page.happen({ kind: 'writing', id: 2, text: textOf(2) })
  page.write('a', textOf(1))
  page.happen(judged(1, 'unknown-signer'))
  expect(page.said('a')).toBe('unknown-signer')
})

test('a verdict that is late still stands beside the turn that began before its answer was over', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1).slice(0, 20))
  page.happen({ kind: 'acted' })
  page.happen({ kind: 'closed', id: 1 })
  page.happen({ kind: 'acted' })
  page.write('a', textOf(1))
  page.happen(judged(1, 'unknown-signer'))
  expect(page.said('a')).toBe('unknown-signer')
})

test('a turn that began while an answer came by a second way is the one of that answer', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.happen({ kind: 'closed', id: 1 })
  page.happen({ kind: 'opened', id: 2 })
  page.happen(judged(1, 'unknown-signer'))
  page.write('a', textOf(1))
  expect(page.badges.size).toBe(0)
  page.happen({ ...judged(1, 'unknown-signer'), id: 2 } as BadgeEvent<string>)
  expect(page.said('a')).toBe('unknown-signer')
})

test('an answer takes no turn that had its words before the answer began to come', () => {
  const page = new PageOfTurns()
  page.write('a', textOf(1))
  page.happen({ kind: 'looked' })
  page.happen({ kind: 'opened', id: 1 })
  page.happen(judged(1, 'unknown-signer'))
  expect(page.badges.size).toBe(0)
})

test('a turn that one answer brought is no other one’s, however much is written behind it', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.happen({ kind: 'opened', id: 2 })
  page.write('a', textOf(1))
  page.happen(judged(1, 'unknown-signer'))
  const both = `${textOf(1)} ${textOf(2).repeat(5)}`
  page.write('a', both)
  page.happen({ ...judged(2, 'unknown-signer'), text: both } as BadgeEvent<string>)
  expect(page.badges.size).toBe(0)
})

test('a turn in which an answer ended without a receipt is no other one’s with the same words', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.happen({ kind: 'opened', id: 2 })
  page.write('a', textOf(1))
  page.happen({ kind: 'writing', id: 2, text: textOf(1) })
  page.happen({ kind: 'looked' })
  page.happen({ kind: 'nothing', id: 2 })
  page.happen(judged(1, 'unknown-signer'))
  page.happen({ kind: 'looked' })
  expect(page.said('a')).toBe('no-receipt')
})

test('while another answer may be written there, a part of its words gives an answer no place', () => {
  const begun = (isAnother: boolean) => {
    const page = new PageOfTurns()
    page.happen({ kind: 'opened', id: 1 })
    if (isAnother) page.happen({ kind: 'opened', id: 2 })
    page.write('a', textOf(1).slice(0, 20))
    page.happen(judged(1, 'unknown-signer'))
    return page.said('a')
  }
  expect(begun(false)).toBe('unknown-signer')
  expect(begun(true)).toBeUndefined()
})

test('a badge that says that an answer was refused stays, whatever the page writes there', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1))
  page.happen({ kind: 'refused', id: 1, text: textOf(1), said: refused })
  page.write('a', 'Something went wrong.')
  expect(page.said('a')).toBe('failed')
})

test('by its words alone an answer is looked up for what nobody can have written here', () => {
  const by = (prepare: (page: PageOfTurns) => void, turn = 'drawn d') => {
    const page = new PageOfTurns()
    prepare(page)
    page.write(turn, textOf(1))
    page.happen({ kind: 'looked' })
    return page.asked()?.question.by
  }
  expect(by(() => {})).toBe('words')
  expect(by(() => {}, 'a')).toBe('name')
  const awaiting = (page: PageOfTurns) => {
    page.isAwaiting = true
  }
  expect(by(awaiting, 'a')).toBe('name')
  // Another turn has the same words.
  expect(by((page) => page.write('drawn e', textOf(1)))).toBe('name')
  // They were written here before, or came without a receipt.
  const written = (page: PageOfTurns) => {
    page.write('a', textOf(1))
    page.happen({ kind: 'looked' })
    page.texts.delete('a')
  }
  const came = (page: PageOfTurns) => {
    page.happen({ kind: 'nothing', id: 1, words: [wordsOf(textOf(1))] })
  }
  expect([written, came].map((prepare) => by(prepare))).toEqual(['name', 'name'])
})

test('an answer is found by its words for no text that stands there twice by then', () => {
  const page = new PageOfTurns()
  page.write('drawn d', textOf(1))
  page.happen({ kind: 'looked' })
  const { asked } = page.asked() ?? {}
  page.write('drawn e', textOf(1))
  const card = { ...cardFor(1, 'promised', 'same'), found: 'by-words' } as const
  if (asked) page.happen({ kind: 'answered', asked, card })
  expect([...page.state.standing.keys()]).toEqual([])
})

test('an answer whose turn shows something else before its verdict comes has no place there', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1).slice(0, 20))
  page.happen({ kind: 'writing', id: 1, text: textOf(1).slice(0, 20) })
  page.happen({ kind: 'looked' })
  expect(page.said('a')).toBe('writing')
  page.happen({ kind: 'closed', id: 1 })
  page.happen({ kind: 'acted' })
  page.write('a', 'Something else is here now.')
  page.happen(judged(1, 'unknown-signer'))
  expect([...page.state.standing.keys()]).toEqual([])
})

test('the background is told once of what stands there', () => {
  const page = new PageOfTurns()
  page.happen({ kind: 'opened', id: 1 })
  page.write('a', textOf(1))
  page.happen(judged(1))
  for (let count = 0; count < 3; count += 1) page.happen({ kind: 'looked' })
  expect(page.done.filter(({ kind }) => kind === 'send shown')).toHaveLength(1)
})

test('an answer that came here is found for no other text that stands here', () => {
  const page = new PageOfTurns()
  page.write('loaded d', textOf(1))
  page.happen({ kind: 'looked' })
  page.happen({ kind: 'opened', id: 1 })
  page.happen(judged(1))
  const { asked } = page.asked() ?? {}
  if (asked) page.happen({ kind: 'answered', asked, card: cardFor(1, 'promised', 'same') })
  expect([...page.state.standing.keys()]).toEqual([])
})

describe('an answer whose turn is gone', () => {
  let page: PageOfTurns

  const begin = (before: string) => {
    page = new PageOfTurns()
    page.happen({ kind: 'opened', id: 1 })
    page.before.set('a', before)
    page.write('a', textOf(1))
    page.happen(judged(1, 'unknown-signer'))
    page.happen({ kind: 'looked' })
    expect(page.said('a')).toBe('unknown-signer')
  }

  beforeEach(() => begin('A question'))

  const drawAgain = (
    text: string,
    { name, before = 'A question', turn = 'drawn b' }: Partial<Record<string, string>>,
  ) => {
    page.texts.delete('a')
    if (name !== undefined) page.names.set(turn, name)
    page.before.set(turn, before)
    page.write(turn, text)
    page.happen({ kind: 'looked' })
    return page.state.standing.get(turn)?.found
  }

  test('is drawn again under its name, with its words', () => {
    expect(drawAgain(textOf(1), { name: 'name of a', before: 'Another' })).toBe('came-here')
  })

  test('is not what its name was given to, with other words', () => {
    expect(drawAgain(textOf(2), { name: 'name of a' })).toBeUndefined()
  })

  test('is drawn again with its words behind the same ones', () => {
    expect(drawAgain(textOf(1), {})).toBe('came-here')
  })

  test('may be what has its words behind others, and nothing is said of that before it was compared', () => {
    expect(drawAgain(textOf(1), { before: 'Another' })).toBe('by-words')
    expect(page.said('drawn b')).toBeUndefined()
  })

  test('is back in the place of another text, unless another answer may have been written there', () => {
    const turn = 'replaced b'
    expect(drawAgain(textOf(1), { turn })).toBe('came-here')
    page.texts.delete(turn)
    page.happen({ kind: 'looked' })
    page.happen({ kind: 'opened', id: 2 })
    expect(drawAgain(textOf(1), { turn: 'replaced c' })).toBeUndefined()
  })

  test('is known again behind its question, which came into sight after it', () => {
    begin('')
    page.before.set('a', 'A question')
    page.happen({ kind: 'looked' })
    expect(drawAgain(textOf(1), {})).toBe('came-here')
  })

  test('is not what only sounds like it', () => {
    expect(drawAgain(textOf(1).replace('.', '?'), {})).toBeUndefined()
  })
})
