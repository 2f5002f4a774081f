import { hash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Digest } from '#shared/digest.ts'
import type { Salt } from '#shared/commitment/salt.ts'
import { defaultLimits } from '../../../../server/config/size-limits.ts'
import { chatDialect } from '#shared/dialects/chat.ts'
import { newTally } from '../../../../server/deliver/answer-tally.ts'
import { chatForm } from '../../../../server/deliver/answer-form.ts'
import { deliver } from '../../../../server/deliver/deliver.ts'
import type { DeliveryPlan } from '../../../../server/deliver/delivery-plan.ts'
import { freshenSigner } from '../../../../server/deliver/freshen-signer.ts'
import { parseChatRequest } from '../../../../server/deliver/parse-chat-request.ts'
import { createInTurn, inTurns } from '../../../../server/in-turn.ts'
import { openSigner } from '../../../../server/signer/open-signer.ts'
import { rotationLeadMs } from '../../../../server/signer/signer-schedule.ts'
import { openSqliteStore } from '../../../../server/store/sqlite.ts'
import type { AnswerSink } from '../../../../server/upstream.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const completion = '{"id":"a","choices":[{"index":0,"message":{"role":"assistant","content":"x"}}]}'
const events = [
  'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"x"}}]}\n\n',
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
  'data: [DONE]\n\n',
]

/** A gateway whose machine is so busy that no timer runs while an answer comes. */
async function answerOnBusyMachine(stream: boolean) {
  const clock = { ms: Date.parse('2026-11-20T09:00:00.000Z') }
  const now = () => new Date(clock.ms)
  const dataDir = join(temporaryFolder(), 'data')
  const store = openSqliteStore(join(dataDir, 'countersign.db'))
  const { schedule } = await openSigner({ store, dataDir, variables: {}, randomBytes, now })
  const inTurn = createInTurn()
  const bytes = Buffer.from(
    JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'Hi' }] }),
  )
  const request = await inTurns(
    inTurn,
    bytes.length,
    parseChatRequest(bytes, defaultLimits.request),
  )

  function answerTo(sink: AnswerSink) {
    sink.head({
      status: 200,
      mediaType: stream ? 'text/event-stream' : 'application/json',
      retryAfter: null,
      provenance: 'none',
      hints: {},
    })
    clock.ms += 3 * rotationLeadMs
    for (const part of stream ? events : [completion]) sink.data(Buffer.from(part))
    sink.end(null)
  }

  function send(sink: AnswerSink) {
    queueMicrotask(() => answerTo(sink))
    return { abort() {}, pause() {}, resume() {} }
  }

  const plan: DeliveryPlan = {
    request,
    prompt: chatDialect.prompt,
    form: chatForm(1, null),
    said: { model: 'm', contentPolicy: 'standard', viaTrait: null },
    contextLength: null,
    release: 'flow',
    obfuscates: false,
    signal: new AbortController().signal,
    forClient: null,
    next: () => ({ mode: 'private', upstream: 'u', why: null, health: null, send }),
  }
  const written: Uint8Array[] = []
  const ended = Promise.withResolvers<void>()
  const whole = await deliver(
    plan,
    {
      startStream: () => ({
        begin() {},
        output: {
          write: (piece) => void written.push(piece),
          finish: ended.resolve,
          break: ended.reject,
        },
      }),
      report() {},
      tally: newTally(),
      leg() {},
    },
    {
      inTurn,
      answerLimits: defaultLimits.answer,
      issue: {
        sha256: (data) => hash('sha256', data, 'hex') as Digest,
        newSalt: () => randomBytes(32).toString('hex') as Salt,
        now,
        signerAt: (at) => schedule.signerAt(at),
        freshen: () => schedule.freshen(now()),
      },
    },
  )
  if (whole === null) await ended.promise
  return Buffer.concat(whole === null ? written : [whole.bytes]).toString()
}

test.each([false, true])(
  'an answer that comes while no time was left to read the signers is signed all the same, streamed: %s',
  async (stream) => {
    const answer = await answerOnBusyMachine(stream)
    expect(answer).toContain('"issuedAt":"2026-11-20T09:00:15.000Z"')
    if (stream) expect(answer).toMatch(/data: \[DONE\]\n\n$/)
  },
)

test('what comes while the store hangs is not held without end', async () => {
  const store = Promise.withResolvers<void>()
  const heard: string[] = []
  const body = freshenSigner(
    {
      data: () => void heard.push('data'),
      end: () => void heard.push('end'),
      fail: ({ kind }) => void heard.push(kind),
    },
    () => store.promise,
  )
  for (let mebibytes = 0; mebibytes < 18; mebibytes += 1) body.data(new Uint8Array(2 ** 20))
  store.resolve()
  await store.promise
  expect(heard).toEqual(['too-long'])
})
