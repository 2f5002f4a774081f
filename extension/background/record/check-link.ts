import { disclosureOf } from '#shared/document/disclosure-of.ts'
import type { KeptAnswer } from '../../vault/kept-answer.ts'
import { verifyLink } from './verify-link.ts'

/** Longest link that `/verify` reads, in characters. */
const longestLink = 1_000_000

/**
 * To check an answer again with all that is kept of it: its words and salts are in the link. A receipt of encrypted words
 * is not for those that are kept. Null for an unknown gateway.
 */
export async function checkLink({
  gateway,
  receipt,
  salts,
  words,
  mode,
}: KeptAnswer): Promise<string | null> {
  if (gateway === null) return null
  if (words === null || mode === 'e2ee') return verifyLink(gateway, receipt)
  const link = await verifyLink(gateway, disclosureOf({ receipt, salts, ...words }))
  return link.length <= longestLink ? link : verifyLink(gateway, receipt)
}
