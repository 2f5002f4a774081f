import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'

/** Later than any receipt can say. */
const never = '+275760-09-13T00:00:00.000Z'

/**
 * What a pinned address alone may sign for. Its gateway's history can only narrow that: to the terms that it
 * gives this address, and to no other address.
 * @param published null while it is not known
 */
export function pinnedHistory(address: string, published: SignerHistory | null): SignerHistory {
  const retired = published?.retired.filter((each) => each.address === address) ?? []
  if (published?.current.address === address) return { current: published.current, retired }
  if (retired.length > 0) return { current: { address, from: never }, retired }
  return { current: { address }, retired: [] }
}
