import { openLedger, type LedgerEntry } from '../../../extension/vault/ledger.ts'
import type { KeptAnswer } from '../../../extension/vault/kept-answer.ts'
import type { vault as realVault } from '../../../extension/vault/vault.ts'

/** The vault without a database: for tests of what is said of what it keeps. */
export function vaultInMemory(): typeof realVault {
  const answers = new Map<string, KeptAnswer>()
  const ledger = openLedger([])
  const sorted = () => [...answers.values()].toSorted((a, b) => a.at - b.at)
  const drop = (gone: readonly LedgerEntry[]) => {
    for (const { digest } of gone) answers.delete(digest)
    return gone
  }
  return {
    read: (digest) => Promise.resolve(answers.get(digest)),
    change(digest, change) {
      const next = change(answers.get(digest))
      if (next !== null) {
        answers.set(digest, next)
        ledger.put(next)
      }
      return Promise.resolve(answers.get(digest))
    },
    newest: (origin) =>
      Promise.resolve(
        sorted()
          .filter((answer) => origin === null || answer.origin === origin)
          .toReversed(),
      ),
    withTexts: (origin, texts) =>
      Promise.resolve(
        sorted().filter(
          (answer) =>
            answer.origin === origin &&
            [...answer.shownTexts, ...answer.signedTexts].some((text) => texts.includes(text)),
        ),
      ),
    withNames: (origin, names) =>
      Promise.resolve(
        sorted().filter(
          ({ origin: site, messageId }) =>
            site === origin && messageId !== null && names.includes(messageId),
        ),
      ),
    prune(oldestAt, mostBytes) {
      const gone = ledger.surplus(oldestAt, mostBytes)
      ledger.remove(gone)
      return Promise.resolve(drop(gone))
    },
    wipe: () => Promise.resolve(drop(ledger.clear())),
  }
}
