import { fail } from '#shared/checks.ts'
import { decideVerdict, type Verdict } from '#shared/verdict.ts'
import type { AnswerCard, Path } from '../answer/answer-card.ts'
import { signedReadings } from '../text/signed-readings.ts'
import type { KeptAnswer } from '../vault/kept-answer.ts'
import { textDigests } from '../vault/text-digest.ts'
import { vault } from '../vault/vault.ts'
import { describeAnswer } from './describe-answer.ts'
import { lookForNewSigner } from './gateways.ts'
import type { JudgedExchange } from './judged-exchange.ts'
import { pruneVault } from './prune-vault.ts'
import { readSettings, type Settings } from './settings.ts'
import { stateOf } from './state-of.ts'
import { showTabState } from './show-tab-state.ts'
import { noteJudged } from './tab-notes.ts'

/** Keeps an answer with its verdict, notes it for its tab, and says it in words. */
export async function keepJudged(judged: JudgedExchange): Promise<AnswerCard> {
  const settings = await readSettings()
  const { digest } = judged.svc.receipt
  const texts = isTextSigned(judged) ? signedReadings(judged.text) : []
  const signedTexts = await textDigests(judged.origin, texts)
  const seen = keptOf(judged, signedTexts, settings)
  let said = seen
  await vault.change(digest, (known) => {
    if (known && known.origin !== seen.origin) {
      // The first one stays as it is: this one is a copy of it.
      said = { ...seen, verdict: replayed(seen.verdict), state: 'failed' }
      return null
    }
    said = known ? merge(known, seen) : seen
    return said
  })
  await noteJudged(judged.tabId, judged.origin, { digest, left: judged.left })
  if (judged.tabId !== null) await showTabState(judged.tabId)
  await pruneVault(settings.retention)
  if (isOfOtherSigner(judged)) await lookForNewSigner(judged.gateway ?? '')
  return describeAnswer(said)
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
  { retention, development }: Settings,
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
    state: stateOf(verdict, receipt, { isKnown: gateway !== null, development }),
    verdict,
    path: judged.path,
    told: false,
    receipt,
    salts,
    words,
    left: judged.left,
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
  const worse = seen.state === 'failed' && known.state !== 'failed' ? seen : known
  return {
    ...known,
    state: worse.state,
    verdict: worse.verdict,
    path: weakerPath(known.path, seen.path),
    signedTexts: [...new Set([...known.signedTexts, ...seen.signedTexts])].slice(0, 32),
  }
}

const pathOrder: readonly Path['kind'][] = ['through', 'direct', 'sealed']

function weakerPath(a: Path, b: Path): Path {
  return pathOrder.indexOf(b.kind) < pathOrder.indexOf(a.kind) ? b : a
}

function replayed({ checks }: Verdict): Verdict {
  const reason = 'this receipt was seen on another site before'
  return decideVerdict([fail('receipt.replayed', reason), ...checks], ['receipt.replayed'])
}
