import type { DemoReply } from '../../../server/demo/upstream/compose-reply.ts'
import { sampleAnswers, type SampleAnswer } from './sample-answers.ts'
import { answerSse, answerText, chunk, done, type Answer } from '../peers/test-upstream.ts'

/** Answers the question that is the name of a sample with it, streamed where that was asked for. */
export const answerSample: Answer = (response, request) => {
  const { messages, stream } = JSON.parse(request.body.toString()) as {
    messages: readonly { content: unknown }[]
    stream?: boolean
  }
  const { content, reasoning } = sampleFor(messages)
  if (stream !== true) return answerText(content)(response, request)
  const pieces = content.match(/[^]{1,40}/g) ?? []
  return answerSse([
    ...(reasoning === undefined ? [] : [chunk({ reasoning_content: reasoning })]),
    ...pieces.map((piece) => chunk({ content: piece })),
    chunk({}, 'stop'),
    done,
  ])(response, request)
}

/** The same of a simulated enclave's model. */
export function composeSample({
  messages,
}: {
  readonly messages: readonly { readonly content?: unknown }[]
}): DemoReply {
  const { content, reasoning = '' } = sampleFor(messages)
  return { content, reasoning, toolCalls: [] }
}

function sampleFor(messages: readonly { readonly content?: unknown }[]): SampleAnswer {
  const asked = JSON.stringify(messages.at(-1)?.content)
  // Of a name within another one the longer is meant, and of a title neither.
  const name = Object.keys(sampleAnswers)
    .toSorted((a, b) => b.length - a.length)
    .find((each) => asked.includes(JSON.stringify(`Sample: ${each}.`).slice(1, -1)))
  return sampleAnswers[name ?? ''] ?? { content: 'A title' }
}

export const questionFor = (name: string) => `Sample: ${name}.`
