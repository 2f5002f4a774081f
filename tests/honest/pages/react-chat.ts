import { createElement as h, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { streamAnswer } from './stream-answer.ts'

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** A chat of React: the conversation is its state, and each piece draws it anew. */
export function reactChat(render: (text: string, isWriting: boolean) => ReactNode): void {
  function Chat(): ReactNode {
    const [messages, setMessages] = useState<readonly Message[]>([])
    const [isWriting, setIsWriting] = useState(false)

    async function send(question: string): Promise<void> {
      const before: readonly Message[] = [...messages, { role: 'user', content: question }]
      const show = (content: string) =>
        flushSync(() => setMessages([...before, { role: 'assistant', content }]))
      setIsWriting(true)
      show('')
      await streamAnswer(before, show)
      flushSync(() => setIsWriting(false))
    }
    Object.assign(globalThis, { send })

    return messages.map(({ role, content }, at) =>
      h(
        'div',
        { className: `turn ${role}`, key: at },
        h('div', { className: 'avatar' }, role === 'user' ? 'Y' : 'A'),
        h(
          'div',
          { className: 'column' },
          h(
            'div',
            { className: 'text' },
            role === 'user' ? content : render(content, isWriting && at === messages.length - 1),
          ),
          role === 'assistant' &&
            h(
              'div',
              { className: 'actions' },
              h('button', { type: 'button', 'aria-label': 'Copy' }, '⧉'),
              h('button', { type: 'button' }, 'Retry'),
            ),
        ),
      ),
    )
  }

  const main = document.querySelector('main')
  if (main) flushSync(() => createRoot(main).render(h(Chat)))
}
