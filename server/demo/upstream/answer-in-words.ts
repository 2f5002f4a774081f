import { describeRequest, quote } from './describe-request.ts'
import type { DemoMessage } from './demo-request-schema.ts'
import { textOf } from './demo-request.ts'
import { firstCharacters } from './first-characters.ts'
import { solveArithmetic } from './solve-arithmetic.ts'

interface Rule {
  readonly fits: RegExp
  readonly answer: (asked: string, messages: readonly DemoMessage[]) => string
}

/** The first that fits answers. They read at most the first 2,000 characters. */
const rules: readonly Rule[] = [
  {
    fits: /^(please )?(say|repeat|echo|reply with|respond with|answer with)\b.{0,40}?["“'‘`].+["”'’`]/is,
    answer: (asked) => quotedIn(asked) ?? asked,
  },
  {
    fits: /^(hi|hello|hey|hallo|hola|bonjour|good (morning|afternoon|evening))\b[^?]{0,40}$/i,
    answer: () => 'Hello! Ask me anything, and look at the receipt that comes with the answer.',
  },
  {
    fits: /^(thanks|thank you|thx|merci|danke)\b/i,
    answer: () => 'You are welcome.',
  },
  {
    fits: /^(bye|goodbye|see you)\b/i,
    answer: () => 'Goodbye.',
  },
  {
    fits: /\bwhat did i (just )?(say|ask|write|tell)/i,
    answer: (_, messages) => {
      const before = messages.filter(({ role }) => role === 'user').at(-2)
      return before
        ? `Before this, you wrote: ${quote(textOf(before))}.`
        : 'This is the first thing you wrote.'
    },
  },
  {
    fits: /\b(who|what) are you\b|\byour name\b|\b(which|what) model\b|\bwhat can you do\b|\bare you (an? )?(ai|llm|gpt|human|real)\b|^help\W*$/i,
    answer: () =>
      'I am countersign-demo, a small program that comes with Countersign, so that the gateway has something to talk to before an upstream is connected. I greet, do sums, count, repeat what you put in quotation marks, call your tools, fill in JSON schemas, and otherwise describe what reached me.',
  },
  {
    fits: /\b(receipts?|svc|countersign|privacy mode|tee|e2ee|enclave)\b/i,
    answer: () =>
      'A receipt says that the gateway delivered this answer to these messages, from which model and in which privacy mode (anonymized, private, tee or e2ee). It holds commitments, not the text; it is signed, and anyone who has the salts can check it without asking the gateway. This demo runs beside the gateway and is no enclave.',
  },
  {
    fits: /\bwhat(’s|'s| is)? (the |today.?s )?(current )?(time|date|day)\b/i,
    answer: () => 'I have no clock: the same question always gets the same answer here.',
  },
  {
    fits: /\bcount (up )?(from (1|one) )?to \d{1,3}\b/i,
    answer: (asked) => {
      const last = Number(/\bto (\d{1,3})\b/i.exec(asked)?.[1] ?? 1)
      return Array.from({ length: last }, (_, index) => index + 1).join(', ')
    },
  },
  {
    fits: /\b(write|show|give|make)\b.{0,60}\b(code|function|script|program|snippet)\b/is,
    answer: () =>
      'I write no code, but here is a block to look at:\n\n```js\nfunction greet(name) {\n  return `Hello, ${name}!`\n}\n```\n',
  },
]

/** Between two marks of one kind, or a whole block of code; else between any two marks. */
const quoted = /(```.+```)|"(.+)"|“(.+)”|‘(.+)’|'(.+)'|`(.+)`|["“'‘`](.+)["”'’`]/s

function quotedIn(asked: string): string | undefined {
  return quoted
    .exec(asked)
    ?.slice(1)
    .find((each) => each !== undefined)
}

/** An answer to the last thing that was asked, in one or a few sentences. */
export function answerInWords(messages: readonly DemoMessage[], asked: string): string {
  const last = messages.at(-1)
  if (last?.role === 'tool') return sumUpTools(messages)
  const head = firstCharacters(asked, 2_000)
  const sum = solveArithmetic(head)
  if (sum !== null) return sum
  const rule = rules.find(({ fits }) => fits.test(head))
  return rule?.answer(head, messages) ?? describeRequest(messages, asked)
}

/** The results that stand at the end of the conversation. */
function sumUpTools(messages: readonly DemoMessage[]): string {
  const start = messages.findLastIndex(({ role }) => role !== 'tool') + 1
  const results = messages.slice(start).map((message) => quote(textOf(message)))
  return results.length === 1
    ? `The tool answered: ${results[0]}.`
    : `The tools answered: ${results.map((result, index) => `(${index + 1}) ${result}`).join(', ')}.`
}
