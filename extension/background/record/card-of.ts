import { handOverWords } from '#shared/words/english/extension/hand-over.ts'
import type { Circumstances } from '#shared/judge/state/circumstances.ts'
import { describeAnswer, type AnswerView } from '#shared/judge/words/describe-answer.ts'
import type { JudgedReceipt } from '#shared/judge/state/state-of.ts'
import { describeOperator } from '#shared/limits-statement/describe-operator.ts'
import { settingsIn } from '#shared/dialects/settings-in.ts'
import { showTime } from '#shared/text/show-time.ts'
import { cardWords as words } from '#shared/words/english/extension/card.ts'
import type { AnswerCard } from '../../answer/answer-card.ts'
import { gatewayNaming } from '../../answer/gateway-naming.ts'
import { membersOf, toolsIn } from '../../answer/sent-fields.ts'
import { readSettings } from '../../settings/stored-settings.ts'
import type { KeptAnswer } from '../../vault/kept-answer.ts'
import { verifyLink } from './verify-link.ts'

type Viewed = Omit<AnswerView, 'exitStatus'>

/** What was found about an answer, in the shared words. */
export function viewOf(kept: KeptAnswer): Viewed {
  const { exitStatus: _exitStatus, ...view } = describeAnswer(
    judgedReceiptOf(kept),
    circumstancesOf(kept),
    gatewayNaming(kept.gateway),
  )
  return view
}

/** An answer as its badge, its card and every list show it. */
export async function cardOf(kept: KeptAnswer): Promise<AnswerCard> {
  const { digest, receipt, mode, model, shown, found } = kept
  const { failed, ...view } = viewOf(kept)
  const link = kept.gateway === null ? null : await verifyLink(kept.gateway, receipt)
  return {
    ...view,
    digest,
    failed: failed && { id: failed.id, reason: failed.reason },
    mode,
    model,
    operator: await operatorOf(kept.gateway),
    issuedAt: receipt.body.issuedAt,
    evidence: evidenceOf(kept),
    shown,
    found,
    receipt: JSON.stringify(receipt),
    evidenceText: evidenceText(kept, view, link),
    link,
    disclose: discloseOf(kept),
  }
}

async function operatorOf(origin: string | null): Promise<string | null> {
  const { gateways } = await readSettings()
  const operator = gateways.find((gateway) => gateway.origin === origin)?.operator
  return operator === undefined ? null : describeOperator(operator)
}

export function judgedReceiptOf({ receipt, verdict, secondHop }: KeptAnswer): JudgedReceipt {
  return { receipt, verdict, secondHop }
}

const textShown = {
  same: 'same',
  differs: 'differs',
  unsure: 'could not tell',
  other: 'other',
  'not-placed': 'not compared',
} as const satisfies Readonly<
  Record<Extract<KeptAnswer['shown'], string>, Circumstances['textShown']>
>

function circumstancesOf(kept: KeptAnswer): Circumstances {
  const { path, sentToServer, shown, found, whyInClear, unsigned, cameInClear, receipt } = kept
  const sent = path.kind === 'sealed' ? (kept.sent ?? []) : null
  const isGuess = found === 'by-words' && shown !== 'not-placed'
  return {
    path,
    sentToServer,
    ...(typeof shown === 'string'
      ? { textShown: textShown[shown] }
      : { textShown: 'same but for parts', uncompared: shown.but }),
    foundByWords: isGuess ? receipt.body.issuedAt.slice(0, 10) : null,
    settings: path.kind === 'direct' && kept.sent ? settingsIn(membersOf(kept.sent)) : null,
    sentInClear: path.kind === 'sealed' ? kept.sentInClear : [],
    tools: sent === null ? null : toolsIn(sent),
    whyInClear: path.kind === 'sealed' ? null : whyInClear,
    cameInClear,
    unsigned,
  }
}

function evidenceOf({ receipt, mode, maySendUntil }: KeptAnswer): AnswerCard['evidence'] {
  const { issuedAt } = receipt.body
  const isEnclave = mode === 'tee' || mode === 'e2ee'
  return {
    mayDisplay: words.staysValid(showTime(issuedAt)),
    maySend:
      maySendUntil !== null
        ? words.sendsUntil(showTime(new Date(maySendUntil * 1000).toISOString()))
        : isEnclave
          ? words.notCheckedHere
          : words.noEncryption,
  }
}

/** For a person: what was found, and how to find it again. It holds no salt and no words of the exchange. */
function evidenceText(
  { receipt, model, gateway }: KeptAnswer,
  { label, sentence, circumstances }: Pick<AnswerView, 'label' | 'sentence' | 'circumstances'>,
  link: string | null,
): string {
  return [
    `${label}. ${sentence}`,
    handOverWords.answer(model, showTime(receipt.body.issuedAt), circumstances.join(' ')),
    handOverWords.receipt(receipt.digest, receipt.signer),
    link !== null
      ? handOverWords.checkAt(link)
      : gateway === null
        ? handOverWords.checkUnknown
        : handOverWords.checkSigner(gateway),
    JSON.stringify(receipt),
  ].join('\n')
}

function discloseOf({ words, mode, verdict }: KeptAnswer): AnswerCard['disclose'] {
  const passed = (id: 'commitment.prompt' | 'commitment.response') =>
    verdict.checks.some((check) => check.id === id && check.status === 'pass')
  const side = (known: boolean, opened: boolean, what: string): true | string => {
    if (mode === 'e2ee') {
      return handOverWords.isEncrypted
    }
    if (words === null) return handOverWords.noWords
    if (!known) return handOverWords.unknown(what)
    return opened ? true : handOverWords.notOpened(what)
  }
  return {
    prompt: side(
      words !== null && words.messages !== null,
      passed('commitment.prompt'),
      handOverWords.messages,
    ),
    response: side(
      words !== null && words.message !== null,
      passed('commitment.response'),
      handOverWords.message,
    ),
  }
}
