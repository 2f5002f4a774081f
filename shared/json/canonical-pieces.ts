/** Pieces of a text, in the order in which they are written: where each begins and ends, in turn. */
export type Pieces = readonly number[]

export function piecesLength(pieces: Pieces): number {
  let length = 0
  for (let at = 0; at < pieces.length; at += 2) length += (pieces[at + 1] ?? 0) - (pieces[at] ?? 0)
  return length
}

/** What is copied byte by byte, since a call costs more. */
const shortPiece = 16

interface PiecesOfText {
  readonly pieces: Pieces
  readonly text: Uint8Array
}

/** Writes pieces of a text behind each other. @param into has room for all of them behind `at` */
export function copyPieces({ pieces, text }: PiecesOfText, into: Uint8Array, at: number): void {
  let to = at
  for (let each = 0; each < pieces.length;) {
    const start = pieces[each] ?? 0
    let end = pieces[each + 1] ?? 0
    for (each += 2; pieces[each] === end; each += 2) end = pieces[each + 1] ?? 0
    if (end - start > shortPiece) {
      into.set(text.subarray(start, end), to)
      to += end - start
    } else for (let from = start; from < end; from++) into[to++] = text[from] ?? 0
  }
}
