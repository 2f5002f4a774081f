/**
 * Whether something drawn is at least no more than a formula: no letter and no digit that its source does not have as
 * often.
 */
export function hasLettersOf(source: string, drawn: string): boolean {
  const left = Array.from(source)
  let commands = source.match(/\\[a-zA-Z]+/g)?.length ?? 0
  return (drawn.match(/[\p{L}\p{N}]/gu) ?? []).every((char) => {
    const at = left.indexOf(char)
    if (at >= 0) left.splice(at, 1)
    else if (!ofCommand.test(char)) return false
    else commands -= 1
    return at >= 0 || commands >= 0
  })
}

/** Letters that are written as commands. */
const ofCommand = /[\p{Script=Greek}\u2100-\u214F\u0131\u0237\u{1D400}-\u{1D7FF}]/u
