/**
 * What a person pasted, without what a terminal or a chat put around it: a fence, the command, what curl says of
 * the connection, the head of the response, the prompt that follows.
 */
export function bareText(text: string): string {
  return withoutPrompt(withoutHead(withoutTerminal(withoutFence(text.trim()))))
}

const fence = /^(```|~~~)[^\n]*\n([^]*?)\n?\1$/

function withoutFence(text: string): string {
  const [, mark, inside] = fence.exec(text) ?? []
  return inside === undefined || inside.includes(`\n${mark}`) ? text : inside.trim()
}

/** An answer ends without a line end, so that the prompt comes right behind it, or after zsh's own sign. In characters. */
const promptLength = 160
const promptBehind =
  /(?<=[}\]]\s*)(?:(?:%\s*)?(?:\([\w.-]+\) )?(?:\[[\w@.:~/ -]+\]|(?:PS )?[\w@.:~/\\-]*(?: [\w@.:~/\\-]+){0,3} ?)[$%#>❯]|(?:%\s*)?➜ [^\n{}[\]]*)$/

function withoutPrompt(text: string): string {
  const end = text.slice(-promptLength)
  return (text.slice(0, -promptLength) + end.replace(promptBehind, '')).trim()
}

/** How a line begins behind which an answer stands. */
const command =
  /^(?:(?:\([\w.-]+\) )?(?:\[[\w@.:~/ -]+\]|(?:PS )?[\w@.:~/\\-]*)(?:[$%#>❯] |>curl )|➜ |curl )/
const beginsAnswer = /^(?:[{[]|(?:data|event|id|retry)?:|HTTP\/)/
/** What `curl -v` and its progress meter say, on whatever line they stand. */
const saidByCurl = /^(?:[*<>] |[*<>]$|[{}] \[|\s+% Total|\s+Dload|\s*\d+ +[\d.]+[kMG]? +\d+ )/
const prompt = /^(?:\([\w.-]+\) )?(?:\[[\w@.:~/ -]+\]|[\w@.:~/\\ -]*)[$%#>❯]$/

function withoutTerminal(text: string): string {
  const isVerbose = /^[*<>] /m.test(text) && /^< HTTP\//m.test(text)
  if (!isVerbose && !command.test(text) && !/^\s+% Total/.test(text)) return text
  const lines = text.split(/\r\n|\n/).filter((line) => !saidByCurl.test(line))
  const first = lines.findIndex((line) => beginsAnswer.test(line) && !command.test(line))
  const last = lines.findLastIndex((line) => line.trim() !== '' && !prompt.test(line.trim()))
  return first < 0
    ? text
    : lines
        .slice(first, last + 1)
        .join('\n')
        .trim()
}

/** `curl -i` writes the response's head before its body, and before it that of a proxy or of 100 Continue. */
export function withoutHead(text: string): string {
  let rest = text
  while (rest.startsWith('HTTP/')) {
    const end = /\r?\n\r?\n/.exec(rest)
    if (end === null) return rest
    rest = rest.slice(end.index + end[0].length)
  }
  return rest.trim()
}
