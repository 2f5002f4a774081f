import { utf8ToBytes } from '#shared/bytes.ts'
import { claims } from '#shared/claims.ts'
import { writeFragment } from '#shared/document/fragment.ts'
import { alwaysLeftOpen, modeLeavesOpen } from '#shared/document/not-established.ts'
import { privacyLabel } from '#shared/modes.ts'
import { isAboutText, type AnswerCard, type AnswerState, type Path } from '../answer/answer-card.ts'
import type { KeptAnswer } from '../vault/kept-answer.ts'

/** An answer in the words of its badge and card. Nothing here is stronger than the verdict, or than the way it came. */
export async function describeAnswer(kept: KeptAnswer): Promise<AnswerCard> {
  const { digest, receipt, mode, model, verdict, shown, found } = kept
  const state = shownState(kept)
  const label = labelOf(kept, state)
  const sentence = sentenceOf(kept, state)
  const link = await linkOf(kept)
  return {
    digest,
    state,
    label,
    sentence,
    notEstablished: notEstablished(kept, state),
    failed:
      verdict.kind === 'rejected' ? { id: verdict.failed.id, reason: verdict.failed.reason } : null,
    mode,
    model,
    issuedAt: receipt.body.issuedAt,
    path: pathSentence(kept.path, kept.told),
    evidence: evidenceOf(kept),
    shown,
    found,
    comparison: `${comparisons[shown]}${isGuess(kept) ? ` ${foundByWords(kept)}` : ''}`,
    receipt: JSON.stringify(receipt),
    evidenceText: evidenceText({ kept, label, sentence, link }),
    link,
    disclose: discloseOf(kept),
  }
}

const comparisons = {
  same: 'The text shown here is the text that was signed.',
  unsure: 'Whether the text shown here is the text that was signed could not be told.',
  other: 'The text shown here is not the text that was signed.',
  'not-placed': 'The text shown here was not compared yet.',
} as const

/** A badge stands somewhere because of its words alone. */
function isGuess({ found, shown }: KeptAnswer): boolean {
  return found === 'by-words' && shown !== 'not-placed'
}

/** Words may be said twice, and only once with a receipt. */
function foundByWords({ receipt }: KeptAnswer): string {
  return `Found by its words, from ${receipt.body.issuedAt.slice(0, 10)}: the page may have them from somebody else, too.`
}

/** What was proven about a text is not said of another one, nor of one that may have come from elsewhere. */
function shownState(kept: KeptAnswer): AnswerState {
  const { state, shown, mode, told } = kept
  if (shown === 'other') return 'failed'
  const isUnsure = shown === 'unsure' || isGuess(kept) || (mode === 'e2ee' && told)
  return isAboutText(state) && isUnsure ? 'partial' : state
}

function labelOf(kept: KeptAnswer, state: AnswerState): string {
  const { receipt, verdict, mode } = kept
  if (isGuess(kept) && state !== 'failed') {
    return `Found by its words, from ${receipt.body.issuedAt.slice(0, 10)}`
  }
  switch (state) {
    case 'failed':
      return verdict.kind === 'rejected' ? `Failed: ${verdict.failed.id}` : 'Failed: another text'
    case 'unknown-signer':
      return 'Receipt of an unknown gateway'
    case 'partial':
      return `Partly checked, ${mode}`
    case 'no-receipt':
      return 'No receipt'
    case 'simulated':
    case 'promise':
    case 'verified':
      return privacyLabel(mode, receipt.body.enclave?.verifiedBy)
  }
}

function sentenceOf(kept: KeptAnswer, state: AnswerState): string {
  const { verdict, gateway } = kept
  const who = gateway === null ? 'Somebody' : new URL(gateway).host
  if (isGuess(kept) && state !== 'failed') {
    return `An answer with these words came with a receipt. ${foundByWords(kept)}`
  }
  switch (state) {
    case 'failed':
      return verdict.kind === 'rejected'
        ? `Do not rely on it. This does not hold: “${claims[verdict.failed.id].user}”`
        : `Do not rely on it. ${comparisons.other}`
    case 'unknown-signer':
      return 'A receipt came with this answer, and you named no gateway that signed it: anybody can make one.'
    case 'partial':
      return `${who} signed a receipt that came with this answer. Nothing failed, and not everything was checked.`
    case 'no-receipt':
      return 'No receipt reached this page for this answer.'
    case 'simulated':
      return 'A simulated enclave answered. It proves nothing about hardware: it is for trying things out.'
    case 'promise':
      return `${who} signed for exactly this answer. How it was delivered is a promise, and nothing that can be measured.`
    case 'verified':
      return `${who} signed for exactly this answer, and that it was delivered in this mode.`
  }
}

function notEstablished(kept: KeptAnswer, state: AnswerState): readonly string[] {
  const { verdict, mode, shown, told } = kept
  if (state === 'failed') {
    return ['Anything else: an answer with one false part proves nothing with its others.']
  }
  const open = verdict.kind === 'partial' ? verdict.missing.map((id) => `“${claims[id].user}”`) : []
  return [
    ...open,
    ...(shown === 'unsure'
      ? ['That the text shown here is the text that was signed: this page draws it in its own way.']
      : []),
    ...(isGuess(kept)
      ? ['That this is the answer that the receipt came with: only its words are the same.']
      : []),
    ...(mode === 'e2ee' && told
      ? ['That the enclave alone could read it: the page told its own server, too.']
      : []),
    ...modeLeavesOpen(mode, verdict),
    ...alwaysLeftOpen,
  ]
}

function pathSentence(path: Path, told: boolean): string {
  const more = told
    ? ' The page told its own server, too, which saw prompt and answer in clear.'
    : ''
  switch (path.kind) {
    case 'sealed':
      return told
        ? 'Encrypted in this browser for the enclave. The page told its own server, too, which saw prompt and answer in clear.'
        : 'Encrypted in this browser, and opened by the enclave alone.'
    case 'direct':
      return `From the gateway to this page.${more}`
    case 'through':
      return `Through ${path.host}, whose server saw prompt and answer in clear.`
  }
}

function evidenceOf({ receipt, mode, maySendUntil }: KeptAnswer): AnswerCard['evidence'] {
  const { issuedAt } = receipt.body
  const isEnclave = mode === 'tee' || mode === 'e2ee'
  return {
    mayDisplay: `May be shown for ever: it says what held on ${issuedAt.slice(0, 10)} at ${issuedAt.slice(11, 16)} UTC.`,
    maySend:
      maySendUntil !== null
        ? `This browser verified the enclave, and may send to it until ${new Date(maySendUntil * 1000).toISOString().slice(11, 16)} UTC; after that it verifies again.`
        : isEnclave
          ? 'This browser verified no enclave for it: nothing more may be sent on its strength.'
          : 'No enclave: there is nothing that could be sent encrypted.',
  }
}

async function linkOf({ gateway, receipt }: KeptAnswer): Promise<string | null> {
  if (gateway === null) return null
  const bytes = new Uint8Array(utf8ToBytes(JSON.stringify(receipt)))
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const deflated = new Uint8Array(await new Response(stream).arrayBuffer())
  return `${gateway}/verify#${writeFragment(deflated)}`
}

interface EvidenceParts {
  readonly kept: KeptAnswer
  readonly label: string
  readonly sentence: string
  readonly link: string | null
}

/** For a person: what was found, and how to find it again. It holds no salt and no words of the exchange. */
function evidenceText({ kept, label, sentence, link }: EvidenceParts): string {
  const { receipt, model, gateway, path, told } = kept
  return [
    `${label}. ${sentence}`,
    `Model ${model}, ${receipt.body.issuedAt}. ${pathSentence(path, told)}`,
    `Receipt ${receipt.digest}, signed by ${receipt.signer}.`,
    link === null
      ? `Check the signer in two places; the gateway${gateway === null ? ' is not known' : ` is ${gateway}`}.`
      : `Check it: ${link}`,
    JSON.stringify(receipt),
  ].join('\n')
}

function discloseOf({ words, mode, verdict }: KeptAnswer): AnswerCard['disclose'] {
  const passed = (id: 'commitment.prompt' | 'commitment.response') =>
    verdict.checks.some((check) => check.id === id && check.status === 'pass')
  const side = (known: boolean, opened: boolean, what: string): true | string => {
    if (mode === 'e2ee') {
      return 'The receipt commits to what was encrypted: disclosing it would show only that.'
    }
    if (words === null) return 'The vault keeps no words: that is what you set.'
    if (!known) return `This browser does not know ${what}.`
    return opened ? true : `The receipt does not open to ${what}.`
  }
  return {
    prompt: side(
      words !== null && words.messages !== null,
      passed('commitment.prompt'),
      'the messages that the gateway was sent',
    ),
    response: side(
      words !== null && words.message !== null,
      passed('commitment.response'),
      'the message as the gateway sent it',
    ),
  }
}
