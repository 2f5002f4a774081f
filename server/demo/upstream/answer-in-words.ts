import { demoWords } from '#shared/words/english/demo/demo-words.ts'
import type { DemoMessage } from './demo-request-schema.ts'
import { textOf } from './demo-request.ts'
import { firstCharacters } from './first-characters.ts'
import { quote } from './quote.ts'

interface Rule {
  readonly fits: RegExp
  readonly answer: (asked: string) => string
}

const sum = /(?:^|\bis )(-?\d{1,9}) *([-+*/]) *(\d{1,9}) *(?:[=?]|$)/i

/** The first that fits answers. They read at most the first 2,000 characters. */
const rules: readonly Rule[] = [
  {
    fits: /^(please )?(say|repeat|echo|reply with|respond with|answer with)\b.{0,40}?["“'‘`].+["”'’`]/is,
    answer: (asked) => quotedIn(asked) ?? asked,
  },
  {
    fits: sum,
    answer: (asked) => {
      const [, a = '', sign = '', b = ''] = sum.exec(asked) ?? []
      return `${a} ${sign} ${b} = ${calculate(Number(a), sign, Number(b))}`
    },
  },
  {
    fits: /^(hi|hello|hey|hallo|hola|bonjour|good (morning|afternoon|evening))\b[^?]{0,40}$/i,
    answer: () => demoWords.hello,
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
  const rule = rules.find(({ fits }) => fits.test(head))
  return rule?.answer(head) ?? describeRequest(messages, asked)
}

/** The results that stand at the end of the conversation. */
function sumUpTools(messages: readonly DemoMessage[]): string {
  const start = messages.findLastIndex(({ role }) => role !== 'tool') + 1
  const results = messages.slice(start).map((message) => quote(textOf(message)))
  return results.length === 1
    ? demoWords.tool(results[0] ?? '')
    : demoWords.tools(results.map((result, index) => `(${index + 1}) ${result}`).join(', '))
}

function calculate(a: number, sign: string, b: number): number {
  switch (sign) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    default:
      return a / b
  }
}

function describeRequest(messages: readonly DemoMessage[], asked: string): string {
  if (asked === '') return demoWords.noText
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const images = parts.filter(({ type }) => type === 'image_url').length
  const verb = asked.endsWith('?') ? demoWords.asked : demoWords.wrote
  return `${verb}: ${quote(asked)}${images > 0 ? `, with ${images} image${images > 1 ? 's' : ''}` : ''}. Connect an upstream in gateway.config.json and a real model answers.`
}
