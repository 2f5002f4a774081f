import type { KeptAnswer } from '../../vault/kept-answer.ts'
import { containment } from '../../reading/containment.ts'
import { wordsOf } from '../../reading/words-of.ts'
import { vault } from '../../vault/vault.ts'

/** What stands on a page, and did not come to it since it was loaded. */
export interface SoughtText {
  readonly text: string
  /** HMAC of what it reads like, and of that behind what stands before it. */
  readonly textDigest: string
  readonly placeDigest: string
  readonly messageId: string | null
  /** How the answer may be found: in this way, or in a way named before it. */
  readonly by: 'name' | 'place' | 'words'
}

interface Found {
  readonly kept: KeptAnswer
  readonly by: 'by-place' | 'by-words'
}

/** Least part of the words signed that a message of their name shows: it may have been written anew. */
const leastShown = 0.5

/**
 * The kept answer of this site that stands there: by the page's own name of the message, else by its words behind the
 * same ones, else by its words. `undecided` where several have them that were delivered differently.
 */
export async function findKept(
  origin: string,
  sought: readonly SoughtText[],
): Promise<readonly (Found | 'undecided' | null)[]> {
  const digests = sought.flatMap(({ textDigest, placeDigest }) => [textDigest, placeDigest])
  const [withText, withName] = await Promise.all([
    vault.withTexts(origin, digests),
    vault.withNames(
      origin,
      sought.flatMap(({ messageId }) => messageId ?? []),
    ),
  ])
  return sought.map((each) => findOne(each, withText, withName))
}

function findOne(
  { text, textDigest, placeDigest, messageId, by }: SoughtText,
  withText: readonly KeptAnswer[],
  withName: readonly KeptAnswer[],
): Found | 'undecided' | null {
  const has = (digest: string) => (kept: KeptAnswer) =>
    kept.shownTexts.includes(digest) || kept.signedTexts.includes(digest)
  const named = withName.filter((kept) => kept.messageId === messageId)
  const same = named.filter(has(textDigest))
  if (same.length > 0) return theOne(same, 'by-place')
  const newest = named.at(-1)
  if (newest?.words && isOf(newest.words.text, text)) return { kept: newest, by: 'by-place' }
  if (by === 'name') return null
  // One that stood at a message of another name is not this one.
  const others = withText.filter((kept) => messageId === null || kept.messageId === null)
  const placed = others.filter(has(placeDigest))
  if (placed.length > 0) return theOne(placed, 'by-place')
  return by === 'words' ? theOne(others.filter(has(textDigest)), 'by-words') : null
}

function isOf(signed: string, shown: string): boolean {
  const [written, seen] = [wordsOf(signed), wordsOf(shown)]
  return containment(written, seen) >= leastShown && containment(seen, written) >= leastShown
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
