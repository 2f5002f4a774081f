import { createHash } from 'node:crypto'

interface Proof {
  readonly logIndex: string
  readonly treeSize: string
  readonly hashes: readonly string[]
}

/** Root of the tree by a proof, as RFC 9162 has it in section 2.1.3.2. */
export function treeRoot(body: string, { logIndex, treeSize, hashes }: Proof): string {
  const digest = (...parts: readonly Uint8Array[]) =>
    createHash('sha256').update(Buffer.concat(parts)).digest()
  let found = digest(Buffer.of(0), Buffer.from(body, 'base64'))
  let [place, last] = [Number(logIndex), Number(treeSize) - 1]
  for (const text of hashes) {
    const hash = Buffer.from(text, 'base64')
    if (place % 2 === 1 || place === last) {
      found = digest(Buffer.of(1), hash, found)
      while (place > 0 && place % 2 === 0) {
        place = Math.floor(place / 2)
        last = Math.floor(last / 2)
      }
    } else {
      found = digest(Buffer.of(1), found, hash)
    }
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return found.toString('base64')
}
