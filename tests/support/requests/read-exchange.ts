import type { verifyIndependently } from '../receipts/verify-independently.ts'

type Exchange = Parameters<typeof verifyIndependently>[0]
type Json = Readonly<Record<string, unknown>>

/** What a stranger reads of one request and its answer, buffered or streamed, in any dialect of words. */
export interface ReadExchange {
  readonly svc: Exchange['svc'] | undefined
  /** What `promptCommit` is about. */
  readonly messages: unknown
  /** What `responseCommit` is about. */
  readonly message: unknown
}

/** Of the bytes that a tool sent and got. */
export function readExchange(path: string, request: string, answer: string): ReadExchange {
  const asked = JSON.parse(request) as Json
  const events = answer.startsWith('{') ? null : eventsOf(answer)
  const whole = events === null ? (JSON.parse(answer) as Json) : {}
  if (path.includes('/responses')) {
    const end = events?.findLast(({ type }) => type === 'response.completed')
    const response = events === null ? whole : (end?.['response'] as Json)
    const messages = {
      input: asked['input'] ?? null,
      instructions: asked['instructions'] ?? null,
    }
    return { svc: svcOf(response), messages, message: response['output'] }
  }
  if (path.includes('/messages')) {
    const messages = { messages: asked['messages'] ?? null, system: asked['system'] ?? null }
    if (events === null) return { svc: svcOf(whole), messages, message: whole['content'] }
    const svc = svcOf(events.find(({ type }) => type === 'message_stop') ?? {})
    return { svc, messages, message: contentOf(events) }
  }
  const messages = asked['messages']
  if (events !== null) return { svc: svcOf(...events), messages, message: messageOf(events) }
  const [choice] = whole['choices'] as readonly Json[]
  return { svc: svcOf(whole), messages, message: choice?.['message'] }
}

function svcOf(...values: readonly Json[]): Exchange['svc'] | undefined {
  return values.map((value) => value['svc'] as Exchange['svc'] | undefined).find(Boolean)
}

function eventsOf(stream: string): readonly Json[] {
  return [...stream.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '']) => JSON.parse(data) as Json)
}

/** Of Anthropic's events. */
function contentOf(events: readonly Json[]): readonly Json[] {
  const blocks: Record<string, string>[] = []
  const inputs: string[] = []
  for (const event of events) {
    const index = event['index'] as number
    if (event['type'] === 'content_block_start') {
      blocks[index] = { ...(event['content_block'] as Record<string, string>) }
    }
    if (event['type'] !== 'content_block_delta') continue
    const { type: _type, partial_json: json, ...texts } = event['delta'] as Record<string, string>
    if (json !== undefined) inputs[index] = (inputs[index] ?? '') + json
    const block = blocks[index] ?? {}
    for (const [name, text] of Object.entries(texts)) block[name] = (block[name] ?? '') + text
  }
  return blocks.map((block, index) => ({
    ...block,
    ...(block['type'] === 'tool_use' && { input: JSON.parse(inputs[index] || '{}') as unknown }),
  }))
}

interface Delta {
  readonly content?: string | null
  readonly tool_calls?: readonly {
    readonly index: number
    readonly id?: string
    readonly function?: { readonly name?: string; readonly arguments?: string }
  }[]
}

/** Of chunks with words and calls. */
function messageOf(events: readonly Json[]): unknown {
  let content: string | null = null
  const calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] =
    []
  for (const { choices } of events) {
    const [choice] = (choices ?? []) as readonly { readonly delta: Delta }[]
    const { content: words, tool_calls: parts = [] } = choice?.delta ?? {}
    if (typeof words === 'string') content = (content ?? '') + words
    for (const { index, id, function: part } of parts) {
      const call = (calls[index] ??= {
        id: '',
        type: 'function',
        function: { name: '', arguments: '' },
      })
      call.id ||= id ?? ''
      call.function.name ||= part?.name ?? ''
      call.function.arguments += part?.arguments ?? ''
    }
  }
  return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }
}
