import type { KeptAnswer } from '../../vault/kept-answer.ts'
import { vault } from '../../vault/vault.ts'

/** What stands on a page, and did not come to it since it was loaded. */
interface Sought {
  readonly origin: string
  /** HMAC of what it reads like. */
  readonly textDigest: string
  readonly messageId: string | null
  /** Whether one that only has the same words may be told. */
  readonly byWords: boolean
}

interface Found {
  readonly kept: KeptAnswer
  readonly by: 'by-name' | 'by-words'
}

/**
 * The kept answer that stands there: by the page's own name of the message, where the text is the one it
 * had then, and else by its words. `undecided` where several have them that were delivered differently.
 */
export async function findKept(sought: Sought): Promise<Found | 'undecided' | null> {
  const { origin, textDigest, messageId, byWords } = sought
  const withText = await vault.withText(origin, textDigest)
  const named = messageId === null ? [] : withText.filter((kept) => kept.messageId === messageId)
  if (named.length > 0) return theOne(named, 'by-name')
  if (!byWords) return null
  // One that stood at a message of another name is not this one.
  const others = withText.filter((kept) => messageId === null || kept.messageId === null)
  return theOne(others, 'by-words')
}

/** The newest, unless it matters which one it is. */
function theOne(answers: readonly KeptAnswer[], by: Found['by']): Found | 'undecided' | null {
  const newest = answers.at(-1)
  if (newest === undefined) return null
  const isSaidOfAll = answers.every(
    ({ mode, verdict, gateway, path }) =>
      mode === newest.mode &&
      verdict.kind === newest.verdict.kind &&
      gateway === newest.gateway &&
      path.kind === newest.path.kind,
  )
  return isSaidOfAll ? { kept: newest, by } : 'undecided'
}
