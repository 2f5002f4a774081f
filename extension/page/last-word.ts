/** As much of a line as tells what it is, in characters. */
const enough = 64

const isDone = /^data: ?\[DONE\]\s*$/
const isError = /^data: ?\{\s*"error"\s*:/
const isNamedError = /^event: ?error\s*$/
const isData = /^data:/

/**
 * Hears a stream piece by piece, and says when nothing comes behind what it heard: the mark of the end, or
 * the error that an answer is broken off with. Many a page reads no further than that.
 */
export function hearLastWord(): (text: string) => boolean {
  /** The beginning of the line that is being written. */
  let line = ''
  let isFailing = false

  function endLine(): boolean {
    const isLast = isDone.test(line) || isError.test(line) || (isFailing && isData.test(line))
    if (line !== '') isFailing = isNamedError.test(line)
    line = ''
    return isLast
  }

  return (text) => {
    let isLast = false
    const pieces = text.split(/[\r\n]/)
    for (let at = 0; at < pieces.length; at += 1) {
      if (at > 0 && endLine()) isLast = true
      line += (pieces[at] ?? '').slice(0, enough - line.length)
    }
    return isLast || isDone.test(line)
  }
}
