import { streamAnswer } from './stream-answer.ts'

interface Renderer {
  /** Draws all the text so far. */
  readonly draw: (box: HTMLElement, text: string) => void
  /** What the page does with an answer once it is whole. */
  readonly finish?: (box: HTMLElement, text: string) => void | Promise<void>
}

/** A chat without a framework: a row for each message, with buttons below each answer. */
export function plainChat({ draw, finish }: Renderer): void {
  const list = document.querySelector('main') ?? document.body
  const messages: { role: 'user' | 'assistant'; content: string }[] = []

  async function send(question: string): Promise<void> {
    const asked = row('user', 'You')
    asked.textContent = question
    messages.push({ role: 'user', content: question })
    const box = row('assistant', 'Assistant')
    const text = await streamAnswer(messages, (soFar) => draw(box, soFar))
    await finish?.(box, text)
    messages.push({ role: 'assistant', content: text })
    const actions = document.createElement('div')
    actions.className = 'actions'
    for (const label of ['Copy', 'Regenerate', 'Share']) actions.append(button(label))
    box.after(actions)
  }

  function row(who: 'user' | 'assistant', name: string): HTMLElement {
    const turn = document.createElement('div')
    turn.className = `turn ${who}`
    const head = document.createElement('div')
    head.className = 'name'
    head.textContent = name
    const box = document.createElement('div')
    box.className = 'text'
    turn.append(head, box)
    list.append(turn)
    return box
  }

  Object.assign(globalThis, { send })
}

function button(label: string): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = label
  return made
}

/** A head above each piece of code: its language, and a button. */
export function addCodeHeads(box: HTMLElement): void {
  for (const code of box.querySelectorAll('pre > code')) {
    const head = document.createElement('div')
    head.className = 'code-head'
    const language = document.createElement('span')
    language.textContent = /language-(\S+)/.exec(code.className)?.[1] ?? 'text'
    head.append(language, button('Copy code'))
    code.parentElement?.before(head)
  }
}
