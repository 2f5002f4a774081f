import { Dexie, type Table } from 'dexie'
import type { KeptAnswer } from './kept-answer.ts'
import { openLedger, type Ledger, type LedgerEntry } from './ledger.ts'
import { recentAnswers } from './recent-answers.ts'

class VaultDatabase extends Dexie {
  declare readonly answers: Table<KeptAnswer, string>

  constructor() {
    super('countersign-vault')
    this.version(1).stores({ answers: 'digest, origin, at, messageId, *signedTexts, *shownTexts' })
  }
}

const database = new VaultDatabase()

let ledger: Promise<Ledger> | null = null

/** Read once: only this worker writes. */
function readLedger(): Promise<Ledger> {
  ledger ??= readEntries().then(openLedger, (error: unknown) => {
    ledger = null
    throw error
  })
  return ledger
}

async function readEntries(): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  await database.answers.each((answer) => void entries.push(entryOf(answer)))
  return entries
}

function entryOf({ digest, origin, at, size }: KeptAnswer): LedgerEntry {
  return { digest, origin, at, size }
}

const recent = recentAnswers()

/**
 * A write that begins in this very task, by the open database itself: whatever is begun later comes after it, so that what
 * is known in memory is written with no read before it. One of Dexie's begins a task later, and costs twice as much.
 */
async function write(step: (answers: IDBObjectStore) => void): Promise<void> {
  try {
    const transaction = database.backendDB().transaction('answers', 'readwrite')
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
    })
    step(transaction.objectStore('answers'))
    await ended
  } catch (error) {
    // What is there is read anew.
    ledger = null
    recent.clear()
    throw error
  }
}

/** Reads an answer that is not in memory. */
async function changeStored(
  entries: Ledger,
  digest: string,
  change: (known: KeptAnswer | undefined) => KeptAnswer | null,
): Promise<KeptAnswer | undefined> {
  const kept = await database.transaction('rw', database.answers, async () => {
    const known = await database.answers.get(digest)
    const next = change(known)
    if (next === null) return known
    await database.answers.put(next)
    return next
  })
  if (kept) entries.put(entryOf(kept))
  return kept
}

/** All answers that are kept, by the digest of their receipts; nothing else touches them. */
export const vault = {
  read: (digest: string): Promise<KeptAnswer | undefined> => database.answers.get(digest),

  /**
   * Reads and writes one answer without another write between them. Of one answer the next change waits for the
   * one before it (`lockAnswer`).
   * @param change the answer as it is to be; null leaves what is there
   */
  async change(
    digest: string,
    change: (known: KeptAnswer | undefined) => KeptAnswer | null,
  ): Promise<KeptAnswer | undefined> {
    const [entries] = await Promise.all([readLedger(), database.open()])
    const known = recent.get(digest)
    if (known === undefined && entries.has(digest)) return changeStored(entries, digest, change)
    const next = change(known)
    if (next === null) return known
    const written = write((answers) => answers.put(next))
    recent.put(next)
    entries.put(entryOf(next))
    await written
    return next
  },

  /** Newest first. */
  async newest(origin: string | null): Promise<readonly KeptAnswer[]> {
    const { answers } = database
    if (origin === null) return answers.orderBy('at').reverse().toArray()
    return (await answers.where('origin').equals(origin).sortBy('at')).toReversed()
  },

  /** The answers of this site that stood beside one of these texts, or were signed with it, oldest first. */
  async withTexts(origin: string, textDigests: readonly string[]): Promise<readonly KeptAnswer[]> {
    const { answers } = database
    const found = await answers
      .where('shownTexts')
      .anyOf(textDigests)
      .or('signedTexts')
      .anyOf(textDigests)
      .distinct()
      .sortBy('at')
    return found.filter((answer) => answer.origin === origin)
  },

  /** The answers of this site that stood at one of these messages, oldest first. */
  async withNames(origin: string, messageIds: readonly string[]): Promise<readonly KeptAnswer[]> {
    const found = await database.answers.where('messageId').anyOf(messageIds).sortBy('at')
    return found.filter((answer) => answer.origin === origin)
  },

  /**
   * Deletes what is older than the time, in milliseconds since 1970, and then, beyond the size, the oldest
   * of whichever site has most: a site that fills it loses its own.
   * @returns what is gone
   */
  async prune(oldestAt: number, mostBytes: number): Promise<readonly LedgerEntry[]> {
    const [entries] = await Promise.all([readLedger(), database.open()])
    const gone = entries.surplus(oldestAt, mostBytes)
    if (gone.length === 0) return gone
    const digests = gone.map(({ digest }) => digest)
    const written = write((answers) => {
      for (const digest of digests) answers.delete(digest)
    })
    recent.drop(digests)
    entries.remove(gone)
    await written
    return gone
  },

  /** @returns what is gone */
  async wipe(): Promise<readonly LedgerEntry[]> {
    const [entries] = await Promise.all([readLedger(), database.open()])
    const written = write((answers) => answers.clear())
    recent.clear()
    const gone = entries.clear()
    await written
    return gone
  },
}
