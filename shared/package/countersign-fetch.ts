import { readAll } from '../bytes/read-limited.ts'
import { FormatError } from '../errors.ts'
import type { DialectId } from '../dialects/api-dialect.ts'
import { ExchangeRefused, memberRefused } from '../exchange/exchange-refused.ts'
import { UnsupportedMember } from '../translation/unsupported-member.ts'
import { answerCall } from './answer-call.ts'
import { askAttested } from './ask-attested.ts'
import { askEncrypted } from './ask-encrypted.ts'
import { CountersignError } from './countersign-error.ts'
import type { CountersignOptions } from './countersign-options.ts'
import { createCountersignSession, type CountersignSession } from './countersign-session.ts'
import { askGateway } from './gateway-access.ts'
import { readCall, type Call } from './read-call.ts'
import { settleRefusal } from './settle-refusal.ts'
import { checkShownMode } from './shown-mode.ts'

/**
 * A `fetch` for SDKs that speak chat completions, responses, messages or embeddings, which asks one gateway and returns an answer only when it verified: it throws a
 * `CountersignError` in its place. What the gateway refuses for the request's own sake (401, 404, 409, 429…) is a
 * response, which SDKs know, and so is what is refused before anything was sent (400). SDKs wrap what `fetch` throws, and ask again: `findCountersignError` finds it behind theirs,
 * and `maxRetries: 0` keeps them from asking for what will not verify again.
 *
 * @example
 * const client = new OpenAI({
 *   apiKey: 'unused', maxRetries: 0,
 *   fetch: countersignFetch({ gateway: 'https://gateway.example', key, atLeast: 'e2ee', referenceValues }),
 * })
 */
export function countersignFetch(options: CountersignOptions): typeof fetch {
  const session = createCountersignSession(options)
  return (input, init) => {
    let dialect: DialectId = 'chat'
    return settled(
      () => dialect,
      async () => {
        const call = await readCall(input, init)
        if (call.kind === 'list') return listed(call, session)
        dialect = call.dialect.id
        checkShownMode(call.shownMode, session.demands)
        const asked = answerCall(call)
        return options.atLeast === 'e2ee'
          ? askEncrypted(asked, session)
          : askAttested(asked, session)
      },
    )
  }
}

async function listed(
  { path, signal }: Extract<Call, { kind: 'list' }>,
  { access }: CountersignSession,
): Promise<Response> {
  const { status, body, headers } = await askGateway(access, { path, post: null, signal })
  return new Response(new Uint8Array(await readAll(body)), {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  })
}

async function settled(dialect: () => DialectId, ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ExchangeRefused) return settleRefusal(error, dialect())
    if (error instanceof UnsupportedMember) return settleRefusal(memberRefused(error), dialect())
    if (error instanceof FormatError) {
      throw new CountersignError(error.code, error.message, { cause: error })
    }
    throw error
  }
}
