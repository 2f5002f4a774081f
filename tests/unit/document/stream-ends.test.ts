import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { promptReadings } from '#shared/dialects/prompt-value.ts'
import { recogniseBody } from '#shared/document/recognise-body.ts'
import { recognise } from '#shared/document/recognise.ts'
import type { FileRecognition } from '#shared/document/subject.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { subjectOf } from '#shared/package/given/given-answer.ts'
import { vectorTrust } from '../../support/receipts/vector-trust.ts'
import vectors from '../../vectors/stream-ends.countersign.json' with { type: 'json' }

const trust = vectorTrust(vectors.limits)

/** Each reader of a whole stream: of files, of what the extension sees, and of the package. */
const readers: Readonly<Record<string, (text: string) => FileRecognition>> = {
  'a file': (text) => recognise(Buffer.from(text)),
  'a request with its answer': (text) =>
    recognise(Buffer.from(JSON.stringify({ request: { messages: [] }, response: text }))),
  'what came over the network': (text) => recogniseBody(text, { events: 5_000 }),
  'what a program gives': (text) => {
    try {
      return { kind: 'recognised', subject: subjectOf(text) }
    } catch {
      return { kind: 'invalid', sentence: '' }
    }
  },
}

test.each(Object.entries(readers))(
  'the end of a stream is read as it is told, in %s',
  (_in, read) => {
    for (const { name, request, file, outcome } of vectors.cases) {
      const recognition = read(file)
      if (outcome === 'refused') {
        expect(recognition.kind, name).toBe('invalid')
        continue
      }
      if (recognition.kind !== 'recognised') throw new Error(name)
      const { subject } = recognition
      const isOpen = name.includes('without its mark')
      expect(subject, name).toMatchObject({ end: isOpen ? 'missing' : 'marked' })
      const prompt = { values: promptReadings(request as Json) }
      expect(judgeSubject(subject, { prompt }, trust).verdict.kind, name).toBe('verified')
    }
  },
)
