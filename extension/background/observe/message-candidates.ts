import type { JsonObject } from '#shared/json/parse-json-object.ts'

/** What was thought before an answer: in a member of its own, or between tags in its text. */
export interface Reasoning {
  readonly text: string
  readonly member: string | null
}

/**
 * What a message may have been that a server took apart and trimmed: only one that opens the commitment is it. Servers leave
 * the spaces around a text out, and set its thoughts apart.
 */
export function messageCandidates(
  content: string,
  reasoning: Reasoning | null,
): readonly JsonObject[] {
  const texts = spaced(content)
  const plain = texts.map((text) => ({ role: 'assistant', content: text }))
  if (reasoning === null) return plain
  const { text: thought, member } = reasoning
  if (member !== null) {
    return members.includes(member)
      ? texts.flatMap((text) =>
          behind.map((end) => ({ role: 'assistant', content: text, [member]: thought + end })),
        )
      : plain
  }
  return ['\n', ''].flatMap((edge) =>
    behind.flatMap((gap) =>
      behind.map((end) => ({
        role: 'assistant',
        content: `<think>${edge}${thought}${edge}</think>${gap}${content}${end}`,
      })),
    ),
  )
}

const members = ['reasoning_content', 'reasoning']
const before = ['', ' ', '  ', '\n', '\n\n']
const behind = ['', '\n', '\n\n', ' ', '  ']

/** As it came first. */
function spaced(text: string): readonly string[] {
  return before.flatMap((start) => behind.map((end) => `${start}${text}${end}`))
}
