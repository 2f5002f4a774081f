import { hash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Digest } from '#shared/digest.ts'
import type { Salt } from '#shared/commitment/salt.ts'
import { defaultLimits } from '../../../../server/gateway/config/size-limits.ts'
import { chatDialect } from '#shared/dialects/chat.ts'
import { chatForm } from '../../../../server/gateway/answer/answer-form.ts'
import { deliver } from '../../../../server/gateway/answer/deliver.ts'
import type { DeliveryPlan } from '../../../../server/gateway/answer/delivery-plan.ts'
import { parseRequest } from '../../../../server/gateway/answer/request/parse-request.ts'
import { chatRequestForm } from '../../../../server/gateway/answer/dialects/chat.ts'
import { createInTurn, inTurns } from '../../../../server/gateway/common/in-turn.ts'
import { openSigner } from '../../../../server/gateway/signer/open-signer.ts'
import { rotationLeadMs } from '../../../../server/gateway/signer/signer-schedule.ts'
import { openSqliteStore } from '../../../../server/gateway/store/sqlite.ts'
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
    parseRequest(bytes, defaultLimits.request, chatRequestForm),
  )

  async function* body() {
    clock.ms += 3 * rotationLeadMs
    for (const part of stream ? events : [completion]) yield Buffer.from(part)
  }

  const send = () =>
    Promise.resolve({
      head: {
        status: 200,
        mediaType: stream ? 'text/event-stream' : 'application/json',
        retryAfter: null,
        provenance: 'none',
        hints: {},
      },
      body: body(),
      proof: null,
    } as const)

  const plan: DeliveryPlan = {
    request,
    prompt: chatDialect.prompt,
    form: chatForm({}, null),
    said: { model: 'm', contentPolicy: 'standard', viaTrait: null },
    contextLength: null,
    release: 'flow',
    obfuscates: false,
    signal: new AbortController().signal,
    forClient: null,
    next: () => ({ mode: 'private', upstream: 'u', why: null, health: null, send }),
  }
  const delivered = await deliver(
    plan,
    { tally: { usage: null, pieces: 0 }, leg: null, trouble() {} },
    {
      inTurn,
      answerLimits: defaultLimits.answer,
      issue: {
        sha256: (data) => hash('sha256', data, 'hex') as Digest,
        newSalt: () => randomBytes(32).toString('hex') as Salt,
        unixMs: () => now().getTime(),
        signerAt: (at) => schedule.signerAt(at),
        freshen: () => schedule.freshen(now()),
      },
    },
  )
  const pieces = delivered.kind === 'whole' ? [delivered.bytes] : delivered.pieces
  return text(Readable.from(pieces))
}

test.each([false, true])(
  'an answer that comes while no time was left to read the signers is signed all the same, streamed: %s',
  async (stream) => {
    const answer = await answerOnBusyMachine(stream)
    expect(answer).toContain('"issuedAt":"2026-11-20T09:00:15.000Z"')
    if (stream) expect(answer).toMatch(/data: \[DONE\]\n\n$/)
  },
)
