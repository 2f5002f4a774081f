interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

const gateway = new URLSearchParams(location.search).get('gateway') ?? ''

/** Asks the gateway with the whole conversation, and hands over all the text so far with each piece. */
export async function streamAnswer(
  messages: readonly Message[],
  write: (text: string) => void,
): Promise<string> {
  const response = await fetch(`${gateway}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'test-private', stream: true, messages }),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let text = ''
  for (;;) {
    // eslint-disable-next-line no-await-in-loop
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || value === undefined) return text
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      const event = JSON.parse(line.slice('data: '.length)) as {
        choices?: readonly { readonly delta?: { readonly content?: string } }[]
      }
      text += event.choices?.[0]?.delta?.content ?? ''
    }
    write(text)
    // The newest words are in sight, as in every chat.
    scrollTo(0, document.body.scrollHeight)
  }
}
