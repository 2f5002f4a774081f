const common = { id: 'chatcmpl-fuzz', created: 1, model: 'fuzz' } as const

export function completionText(content: string): string {
  const message = { role: 'assistant', content }
  return JSON.stringify({
    ...common,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  })
}

/** One event of a stream. */
export function chunkText(delta: object, finish_reason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason }]
  return `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices })}\n\n`
}
