import { createHash } from 'node:crypto'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import { demoErrors } from '#shared/words/english/demo/demo-errors.ts'
import { DemoError } from './demo-error.ts'
import { firstCharacters } from './first-characters.ts'
import { splitWords } from './shape-reply.ts'

const usualDimensions = 256
const mostDimensions = 4096

const request = Compile(
  Type.Object({
    model: Type.String({ minLength: 1 }),
    input: Type.Union([
      Type.String({ minLength: 1 }),
      Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 2048 }),
      Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 }),
      Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 }), { minItems: 1 }),
    ]),
    dimensions: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: mostDimensions }), Type.Null()]),
    ),
    encoding_format: Type.Optional(
      Type.Union([Type.Literal('float'), Type.Literal('base64'), Type.Null()]),
    ),
  }),
)

/**
 * Vectors of the words that a text is made of, the same for the same text: texts with words in common point in
 * like directions, and nothing more is meant by it.
 * @throws {DemoError}
 */
export function embed(body: unknown, model: string): object {
  if (!request.Check(body)) {
    const [first] = request.Errors(body)
    const param = (first?.instancePath ?? '').split('/')[1] ?? ''
    const place = param === '' ? demoErrors.body : `'${param}'`
    throw new DemoError(`${place} ${first?.message ?? demoErrors.notValid}.`, 'invalid_value', {
      param,
    })
  }
  const texts = textsOf(body.input)
  const format = body.encoding_format ?? 'float'
  const vectors = texts.map((text) => vectorOf(text, body.dimensions ?? usualDimensions))
  const tokens = texts.reduce((count, text) => count + splitWords(text).length, 0)
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: format === 'float' ? [...vector] : Buffer.from(vector.buffer).toString('base64'),
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

/** Tokens are words that nobody can read. */
function textsOf(input: unknown): readonly string[] {
  if (typeof input === 'string') return [input]
  const items = input as readonly (string | number | readonly number[])[]
  if (typeof items[0] === 'number') return [items.join(' ')]
  return items.map((item) => (Array.isArray(item) ? item.join(' ') : String(item)))
}

/** Of length 1. */
function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const word of new Set(splitWords(firstCharacters(text.toLowerCase(), 20_000)))) {
    for (let at = 0; at < dimensions; at += 32) {
      const digest = createHash('sha256').update(`${at} ${word.trim()}`).digest()
      for (let byte = 0; byte < 32 && at + byte < dimensions; byte++) {
        vector[at + byte] = (vector[at + byte] ?? 0) + (digest[byte] ?? 0) - 127.5
      }
    }
  }
  const length = Math.hypot(...vector)
  return vector.map((each) => each / length)
}
