import type { DemoReply } from './compose-reply.ts'
import { textOf, type DemoRequest } from './demo-request.ts'

/** A reply cut to what was asked for, in pieces of one word. */
export interface ShapedReply {
  readonly reasoning: readonly string[]
  readonly content: readonly string[] | null
  readonly toolCall: {
    readonly id: string
    readonly name: string
    readonly pieces: readonly string[]
  } | null
  readonly finishReason: 'stop' | 'length' | 'tool_calls'
}

/** Honours `stop` and `max_tokens`; a token of the demo is a word. */
export function shapeReply(request: DemoRequest, reply: DemoReply): ShapedReply {
  const reasoning = words(reply.reasoning ?? '')
  if (reply.toolCall) {
    const { name, arguments: text } = reply.toolCall
    return {
      reasoning,
      content: null,
      toolCall: { id: 'call_demo_1', name, pieces: text.match(/.{1,12}/gsu) ?? [] },
      finishReason: 'tool_calls',
    }
  }
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  const whole = words(cutAtStop(reply.content ?? '', request.stop))
  return {
    reasoning,
    content: whole.slice(0, limit),
    toolCall: null,
    finishReason: whole.length > limit ? 'length' : 'stop',
  }
}

/** Words by their spaces, the way OpenAI names them. */
export function usageOf(request: DemoRequest, replies: readonly ShapedReply[]) {
  const prompt_tokens = request.messages.reduce(
    (count, message) => count + words(textOf(message)).length,
    0,
  )
  const completion_tokens = replies.reduce(
    (count, { reasoning, content, toolCall }) =>
      count + reasoning.length + (content?.length ?? 0) + (toolCall?.pieces.length ?? 0),
    0,
  )
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

function words(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/gu) ?? []
}

function cutAtStop(text: string, stop: DemoRequest['stop']): string {
  const places = [stop ?? []]
    .flat()
    .filter((mark) => mark !== '')
    .map((mark) => text.indexOf(mark))
    .filter((place) => place >= 0)
  return places.length === 0 ? text : text.slice(0, Math.min(...places))
}
