import { problemWords } from '#shared/words/english/extension/problems.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { disclosureOf } from '#shared/document/disclosure-of.ts'
import type { FiledAnswer } from '#shared/document/filed-answer.ts'
import { parseVaultFile, type VaultFile } from '#shared/document/vault-file.ts'
import { verifyDisclosure } from '#shared/disclosure/verify-disclosure.ts'
import { FormatError } from '#shared/errors.ts'
import { requiredReceiptChecks } from '#shared/receipt/verify-receipt.ts'
import { decideVerdict, type Verdict } from '#shared/verdict.ts'
import { signedReadings } from '../../reading/plain-reading.ts'
import { shownText } from '#shared/dialects/shown-text.ts'
import type { KeptAnswer } from '../../vault/kept-answer.ts'
import { textDigests } from '../../vault/text-digest.ts'
import { vault } from '../../vault/vault.ts'
import { viewOf } from './card-of.ts'
import { lockAnswer, noteAnswer } from './note-answer.ts'
import { pruneVault } from './prune-vault.ts'
import type { PinnedGateway, Settings } from '../../settings/settings.ts'
import { readSettings } from '../../settings/stored-settings.ts'
import { UiProblem } from '../../messages/ui-problem.ts'

/** Everything, newest first, with salts and words: it is for the user alone. */
export async function exportVault(): Promise<string> {
  const file: VaultFile = {
    type: 'countersign-vault/1',
    answers: (await vault.newest(null)).map(({ origin, at, receipt, salts, words }) => ({
      origin,
      receivedAt: new Date(at).toISOString(),
      receipt,
      salts,
      messages: words?.messages ?? null,
      message: words?.message ?? null,
      text: words?.text ?? '',
    })),
  }
  return `${JSON.stringify(file, null, 1)}\n`
}

/**
 * Takes in what was exported. Each answer is judged anew by the signers that are accepted here: a file can
 * make nothing better than it is, and what is already here stays as it is.
 * @throws {UiProblem}
 */
export async function importVault(
  text: string,
): Promise<{ readonly added: number; readonly known: number }> {
  const settings = await readSettings()
  let added = 0
  const { answers } = readFile(text)
  for (const answer of answers) {
    const kept = await keptOf(answer, settings)
    await lockAnswer(kept.digest, async () => {
      if (await vault.read(kept.digest)) return
      await vault.change(kept.digest, () => kept)
      await noteAnswer(null, { kept, card: viewOf(kept) })
      added += 1
    })
  }
  await pruneVault(settings.retention)
  return { added, known: answers.length - added }
}

function readFile(text: string): VaultFile {
  try {
    const file = parseVaultFile(utf8ToBytes(text.toWellFormed()))
    const unknown = file.answers.find(({ origin }) => !URL.canParse(origin))
    if (unknown) throw new FormatError('VAULT_MALFORMED', problemWords.noSite(unknown.origin))
    return file
  } catch (error) {
    if (error instanceof FormatError) {
      throw new UiProblem(problemWords.notExport(error.message))
    }
    throw error
  }
}

async function keptOf(answer: FiledAnswer, settings: Settings): Promise<KeptAnswer> {
  const { origin, receipt, salts, messages, message, text } = answer
  const gateway = settings.gateways.find(({ signers }) =>
    [signers.current, ...signers.retired].some(({ address }) => address === receipt.signer),
  )
  const verdict = judge(answer, gateway, settings.development)
  const { model, mode } = receipt.body
  // The message of an encrypted answer is ciphertext, and nobody signed the text beside the message.
  const isSigned =
    mode !== 'e2ee' &&
    verdict.checks.some(({ id, status }) => id === 'commitment.response' && status === 'pass')
  const signed = isSigned ? shownText(message) : null
  const kept = {
    digest: receipt.digest,
    origin,
    at: Date.parse(answer.receivedAt),
    gateway: gateway?.origin ?? null,
    model,
    mode,
    verdict,
    path: { kind: 'through' as const, host: new URL(origin).host },
    sentToServer: false,
    receipt,
    salts,
    words: settings.retention.words === 'keep' ? { messages, message, text: signed ?? text } : null,
    unsigned: [],
    sentInClear: [],
    cameInClear: [],
    secondHop: 'none' as const,
    sent: null,
    whyInClear: null,
    maySendUntil: null,
    signedTexts: await textDigests(origin, signed === null ? [] : signedReadings(signed)),
    shownTexts: [],
    shown: 'not-placed' as const,
    found: 'by-words' as const,
    messageId: null,
  }
  return { ...kept, size: JSON.stringify(kept).length }
}

function judge(
  answer: FiledAnswer,
  gateway: PinnedGateway | undefined,
  development: boolean,
): Verdict {
  return decideVerdict(
    verifyDisclosure(disclosureOf(answer), {
      signers: gateway?.signers ?? null,
      policy: { simulatedEnclave: development ? 'accept-in-development' : 'reject' },
      nowSeconds: Math.floor(Date.now() / 1000),
    }),
    [...requiredReceiptChecks, 'commitment.prompt', 'commitment.response'],
  )
}
