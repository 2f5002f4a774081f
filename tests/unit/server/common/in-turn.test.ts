import { expect, test } from 'vitest'
import { defaultLimits } from '../../../../server/gateway/config/size-limits.ts'
import { parseRequest } from '../../../../server/gateway/answer/request/parse-request.ts'
import { chatRequestForm } from '../../../../server/gateway/answer/dialects/chat.ts'
import { createInTurn, inTurns } from '../../../../server/gateway/common/in-turn.ts'

const long = 1024 * 1024

test('work on a short body is done at once', () => {
  expect(createInTurn()(100, () => 'done')).toBe('done')
})

test('others have a turn before each piece of work on long bodies', async () => {
  const inTurn = createInTurn()
  const seen: string[] = []
  const others = () => {
    seen.push('others')
    if (seen.length < 12) setImmediate(others)
  }
  setImmediate(others)
  const work = (name: string) => inTurn(long, () => seen.push(name))
  await Promise.all([work('a'), work('b'), work('c')])
  const pieces = seen.flatMap((name, index) => (name === 'others' ? [] : [{ name, index }]))
  expect(pieces.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  for (const [at, { index }] of pieces.entries()) {
    expect(seen.slice(pieces[at - 1]?.index ?? 0, index)).toContain('others')
  }
})

test('a piece of work that fails is its own matter', async () => {
  const inTurn = createInTurn()
  const failing = inTurn(long, () => {
    throw new Error('no')
  })
  const next = inTurn(long, () => 'done')
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('done')
})

function* passes(count: number, done: (pass: number) => void): Generator<void, string, undefined> {
  for (let pass = 0; pass < count; pass += 1) {
    done(pass)
    yield
  }
  return 'all'
}

/** What somebody else gets done meanwhile: a piece in every turn of the event loop. */
function others() {
  let count = 0
  let ended = false
  const work = () => {
    count += 1
    if (!ended) setImmediate(work)
  }
  setImmediate(work)
  return {
    count: () => count,
    end() {
      ended = true
    },
  }
}

test('work in passes on a short body is done at once', () => {
  const done: number[] = []
  expect(
    inTurns(
      createInTurn(),
      100,
      passes(3, (pass) => done.push(pass)),
    ),
  ).toBe('all')
  expect(done).toEqual([0, 1, 2])
})

test('others have a turn between any two passes over a long body', async () => {
  const other = others()
  const seen: number[] = []
  const inTurn = createInTurn()
  const work = () =>
    inTurns(
      inTurn,
      long,
      passes(4, () => seen.push(other.count())),
    )
  await expect(Promise.all([work(), work()])).resolves.toEqual(['all', 'all'])
  other.end()
  expect(seen).toHaveLength(8)
  for (const [at, count] of seen.slice(1).entries()) expect(count).toBeGreaterThan(seen[at] ?? 0)
})

test('a pass that fails ends the work, and no other work', async () => {
  const inTurn = createInTurn()
  const failing = inTurns(
    inTurn,
    long,
    passes(3, (pass) => {
      if (pass === 1) throw new Error('no')
    }),
  )
  const next = inTurns(
    inTurn,
    long,
    passes(2, () => {}),
  )
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('all')
})

test('counting, decoding, parsing and judging a request of more than 1 MiB are turns of their own', async () => {
  const request = { model: 'm', messages: [{ role: 'user', content: 'x'.repeat(2 ** 20) }] }
  const bytes = Buffer.from(JSON.stringify(request))
  const other = others()
  const before = other.count()
  const chat = await inTurns(
    createInTurn(),
    bytes.length,
    parseRequest(bytes, defaultLimits.request, chatRequestForm),
  )
  other.end()
  expect(chat.whole()['messages']).toEqual(request.messages)
  expect(other.count() - before).toBeGreaterThanOrEqual(4)
})
