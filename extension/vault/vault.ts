import { Dexie, type Table } from 'dexie'
import type { KeptAnswer } from './kept-answer.ts'
import { surplusOf, type SizedAnswer } from './surplus-of.ts'

class VaultDatabase extends Dexie {
  declare readonly answers: Table<KeptAnswer, string>

  constructor() {
    super('countersign-vault')
    this.version(1).stores({ answers: 'digest, origin, at, *signedTexts, *shownTexts' })
    this.version(2).upgrade((old) =>
      old
        .table('answers')
        .toCollection()
        .modify({ unsigned: [], cameInClear: [], secondHop: 'none' }),
    )
    // Digests of texts are of another form since: those of before are found by nothing.
    this.version(3).upgrade((old) =>
      old.table('answers').toCollection().modify({
        messageId: null,
        found: 'came-here',
        shown: 'not-placed',
        signedTexts: [],
        shownTexts: [],
      }),
    )
  }
}

const database = new VaultDatabase()

/** All answers that are kept, by the digest of their receipts; nothing else touches them. */
export const vault = {
  read: (digest: string): Promise<KeptAnswer | undefined> => database.answers.get(digest),

  /**
   * Reads and writes one answer without another write between them.
   * @param change the answer as it is to be; null leaves what is there
   */
  change(
    digest: string,
    change: (known: KeptAnswer | undefined) => KeptAnswer | null,
  ): Promise<KeptAnswer | undefined> {
    return database.transaction('rw', database.answers, async () => {
      const known = await database.answers.get(digest)
      const next = change(known)
      if (next === null) return known
      await database.answers.put(next)
      return next
    })
  },

  /** Newest first. */
  async newest(origin: string | null): Promise<readonly KeptAnswer[]> {
    const { answers } = database
    if (origin === null) return answers.orderBy('at').reverse().toArray()
    return (await answers.where('origin').equals(origin).sortBy('at')).toReversed()
  },

  /** The answers of this site that stood beside this text, or were signed with it, oldest first. */
  async withText(origin: string, textDigest: string): Promise<readonly KeptAnswer[]> {
    const { answers } = database
    const found = await answers
      .where('shownTexts')
      .equals(textDigest)
      .or('signedTexts')
      .equals(textDigest)
      .distinct()
      .sortBy('at')
    return found.filter((answer) => answer.origin === origin)
  },

  /**
   * Deletes what is older than the time, in milliseconds since 1970, and then, beyond the size, the oldest
   * of whichever site has most: a site that fills it loses its own.
   */
  async prune(oldestAt: number, mostBytes: number): Promise<void> {
    await database.transaction('rw', database.answers, async () => {
      await database.answers.where('at').below(oldestAt).delete()
      const kept: SizedAnswer[] = []
      await database.answers
        .orderBy('at')
        .each(({ digest, origin, size }) => void kept.push({ digest, origin, size }))
      await database.answers.bulkDelete([...surplusOf(kept, mostBytes)])
    })
  },

  /** How many there were. */
  async wipe(): Promise<number> {
    const count = await database.answers.count()
    await database.answers.clear()
    return count
  },
}
