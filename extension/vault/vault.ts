import { Dexie, type Table } from 'dexie'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import type { Svc } from '#shared/svc/parse-svc.ts'
import type { BadgeView } from '../messages.ts'

/** One answer as it was judged. Salts are here and nowhere else; no page is ever given one. */
export interface KeptAnswer {
  readonly digest: string
  /** Origin of the page that received it. */
  readonly origin: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Origin of the gateway that signed, or null. */
  readonly gateway: string | null
  readonly view: BadgeView
  readonly receipt: Receipt
  readonly salts: Svc['commitment_salts']
}

class VaultDatabase extends Dexie {
  declare readonly answers: Table<KeptAnswer, string>

  constructor() {
    super('countersign-vault')
    this.version(1).stores({ answers: 'digest, origin, at' })
  }
}

const database = new VaultDatabase()
const mostAnswers = 10_000
const retentionMs = 90 * 24 * 3_600_000

/** A receipt is kept under its digest: the same one on another site does not replace the first. */
export async function keepAnswer(answer: KeptAnswer): Promise<'kept' | 'known-elsewhere'> {
  const known = await database.answers.get(answer.digest)
  if (known && known.origin !== answer.origin) return 'known-elsewhere'
  await database.answers.put(answer)
  await database.answers
    .where('at')
    .below(answer.at - retentionMs)
    .delete()
  const surplus = (await database.answers.count()) - mostAnswers
  if (surplus > 0) await database.answers.orderBy('at').limit(surplus).delete()
  return 'kept'
}

/** Newest first. */
export async function answersOf(origin: string): Promise<readonly KeptAnswer[]> {
  const found = await database.answers.where('origin').equals(origin).sortBy('at')
  return found.toReversed().slice(0, 100)
}
