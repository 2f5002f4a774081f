import {
  describeRefused,
  type FailedPart,
  type RefusedView,
} from '#shared/judge/words/describe-refused.ts'
import { backgroundReasons } from '#shared/words/english/extension/refused-request.ts'
import type { AnswerCard, PagePath } from '../../answer/answer-card.ts'
import { gatewayNaming } from '../../answer/gateway-naming.ts'
import { signedReadings } from '../../reading/plain-reading.ts'
import type { KeptAnswer } from '../../vault/kept-answer.ts'
import { textDigests } from '../../vault/text-digest.ts'
import { vault } from '../../vault/vault.ts'
import { cardOf } from './card-of.ts'
import { lookForNewSigner } from '../gateway/gateways.ts'
import type { JudgedExchange } from './judged-exchange.ts'
import { pruneVault } from './prune-vault.ts'
import type { Settings } from '../../settings/settings.ts'
import { readSettings } from '../../settings/stored-settings.ts'
import { lockAnswer, noteAnswer, noteTab } from './note-answer.ts'

/** What is told to the page about an answer that came with a receipt. */
export type KeepOutcome =
  | { readonly kind: 'judged'; readonly card: AnswerCard }
  /** The receipt is another answer's: nothing of it is kept for this one. */
  | { readonly kind: 'refused'; readonly said: RefusedView }

/** Keeps an answer with its verdict, notes it for its tab, and says it in words. */
export async function keepJudged(judged: JudgedExchange): Promise<KeepOutcome> {
  const settings = await readSettings()
  const { digest } = judged.svc.receipt
  const texts = isTextSigned(judged) ? signedReadings(judged.text) : []
  const signedTexts = await textDigests(judged.origin, texts)
  const seen = keptOf(judged, signedTexts, settings)
  const outcome = await lockAnswer(digest, () => keep(judged, seen))
  if (outcome.kind === 'refused') return outcome
  await pruneVault(settings.retention)
  if (isOfOtherSigner(judged)) await lookForNewSigner(judged.gateway ?? '')
  return outcome
}

async function keep(judged: JudgedExchange, seen: KeptAnswer): Promise<KeepOutcome> {
  const { digest } = seen
  // One of another site stays as it is: this one is a copy of it.
  const kept = await vault.change(digest, (known) =>
    known && known.origin !== seen.origin ? null : known ? merge(known, seen) : seen,
  )
  const { key, sent } = judged
  if (kept?.origin !== seen.origin) {
    const said = describeRefused(replayed, gatewayNaming(judged.gateway))
    await noteTab(judged, { kind: 'stage', key, stage: { at: 'refused', said } })
    return { kind: 'refused', said }
  }
  const card = await cardOf(kept)
  await noteAnswer(
    judged,
    { kept, card },
    { kind: 'stage', key, stage: { at: 'judged', digest } },
    { kind: 'sent', sent },
  )
  return { kind: 'judged', card }
}

/** Straight from a named gateway, and signed by somebody whom the user did not accept. */
function isOfOtherSigner({ gateway, path, verdict }: JudgedExchange): boolean {
  return (
    gateway !== null &&
    path.kind !== 'through' &&
    verdict.checks.some(({ id, status }) => id === 'receipt.signer' && status === 'fail')
  )
}

/** The text that came is the one that was signed: of any other one nothing is signed. */
function isTextSigned({ path, verdict }: JudgedExchange): boolean {
  return path.kind === 'sealed'
    ? verdict.kind === 'verified'
    : verdict.checks.some(({ id, status }) => id === 'commitment.response' && status === 'pass')
}

function keptOf(
  judged: JudgedExchange,
  signedTexts: readonly string[],
  { retention }: Settings,
): KeptAnswer {
  const { svc, verdict, gateway } = judged
  const { receipt, commitment_salts: salts } = svc
  const words =
    retention.words === 'keep'
      ? { messages: judged.messages, message: judged.message, text: judged.text }
      : null
  const kept = {
    digest: receipt.digest,
    origin: judged.origin,
    at: Date.now(),
    gateway,
    model: receipt.body.model,
    mode: receipt.body.mode,
    verdict,
    path: judged.path,
    sentToServer: false,
    receipt,
    salts,
    words,
    unsigned: judged.unsigned,
    sentInClear: judged.sentInClear,
    cameInClear: judged.cameInClear,
    secondHop: judged.secondHop,
    sent: judged.sent,
    whyInClear: judged.whyInClear,
    maySendUntil: judged.maySendUntil,
    signedTexts,
    shownTexts: [],
    shown: 'not-placed' as const,
    found: 'came-here' as const,
    messageId: null,
  }
  return { ...kept, size: JSON.stringify(kept).length }
}

/**
 * The same receipt again on the same site, as where a front-end passes an answer on twice. A failure stays,
 * nothing is raised, and the way that shows more to others is the one that is told.
 */
function merge(known: KeptAnswer, seen: KeptAnswer): KeptAnswer {
  return {
    ...known,
    verdict: seen.verdict.kind === 'rejected' ? seen.verdict : known.verdict,
    unsigned: [...new Set([...known.unsigned, ...seen.unsigned])],
    path: weakerPath(known.path, seen.path),
    signedTexts: [...new Set([...known.signedTexts, ...seen.signedTexts])].slice(0, 32),
  }
}

const pathOrder: readonly PagePath['kind'][] = ['through', 'direct', 'sealed']

function weakerPath(a: PagePath, b: PagePath): PagePath {
  return pathOrder.indexOf(b.kind) < pathOrder.indexOf(a.kind) ? b : a
}

const replayed: FailedPart = {
  id: 'receipt.replayed',
  reason: backgroundReasons.seenBefore,
}
