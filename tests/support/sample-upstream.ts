import { sampleAnswers } from './sample-answers.ts'
import { answerSse, answerText, chunk, done, type Answer } from './test-upstream.ts'

/** Answers the question that is the name of a sample with it, streamed where that was asked for. */
export const answerSample: Answer = (response, request) => {
  const { messages, stream } = JSON.parse(request.body.toString()) as {
    messages: readonly { content: unknown }[]
    stream?: boolean
  }
  const asked = JSON.stringify(messages.at(-1)?.content)
  // Of a name within another one the longer is meant, and of a title neither.
  const name = Object.keys(sampleAnswers)
    .toSorted((a, b) => b.length - a.length)
    .find((each) => asked.includes(JSON.stringify(`Sample: ${each}.`).slice(1, -1)))
  const { content, reasoning } = sampleAnswers[name ?? ''] ?? { content: 'A title' }
  if (stream !== true) return answerText(content)(response, request)
  const pieces = content.match(/[^]{1,40}/g) ?? []
  return answerSse([
    ...(reasoning === undefined ? [] : [chunk({ reasoning_content: reasoning })]),
    ...pieces.map((piece) => chunk({ content: piece })),
    chunk({}, 'stop'),
    done,
  ])(response, request)
}

export const questionFor = (name: string) => `Sample: ${name}.`
