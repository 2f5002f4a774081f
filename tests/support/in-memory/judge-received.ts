import { stateOf } from '#shared/judge/state/state-of.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import {
  judgeAnswer,
  type ReceivedAnswer,
} from '../../../extension/background/observe/judge-answer.ts'
import type { Settings } from '../../../extension/settings/settings.ts'
import vectors from '../../vectors/answer.countersign.json' with { type: 'json' }

/** Of the gateway that the reader named. */
export const origin = 'https://gateway.example.com'
export const signers = parseSignerHistory(vectors.limits)
/** With that gateway pinned. */
export const settings: Settings = {
  gateways: [{ origin, signers, pinnedAt: 0, key: null, proposed: null }],
  sites: [],
  pairs: [],
  retention: { days: 1, megabytes: 1, words: 'keep' },
  measurements: null,
  development: false,
}
/** An answer in order. */
export const good = vectors.cases.find(
  ({ failed, skipped }) => failed.length + skipped.length === 0,
)

function received(more: Partial<ReceivedAnswer> = {}): ReceivedAnswer {
  const { svc, message, messages } = good ?? {}
  return {
    url: `${origin}/v1/chat/completions`,
    request: JSON.stringify({ model: 'svc-chat', messages }),
    text: JSON.stringify({ choices: [{ index: 0, message }], svc }),
    place: null,
    origin: 'https://chat.example.com',
    tabId: null,
    key: '0-1',
    ...more,
  }
}

/** What the extension finds of that answer, changed by `more`; null where it judges none. */
export function judged(
  more: Partial<ReceivedAnswer> = {},
  trusted = settings,
  traits: ReadonlyMap<string, string> | null = null,
) {
  const answer = judgeAnswer(received(more), trusted, traits)
  if (answer === null) return null
  const { verdict, svc, gateway, path } = answer
  const state = stateOf({ receipt: svc.receipt, verdict, secondHop: 'none' })
  return { ...answer, state, path, gateway }
}
