import { expect } from 'vitest'
import { CountersignError } from '#shared/package/countersign-error.ts'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import type { CountersignOptions } from '#shared/package/countersign-options.ts'
import type { ExchangeVerdict } from '#shared/package/exchange-verdict.ts'
import { contentMark, fewWords } from '../enclave/fault-outcomes.ts'
import { sealedModel, vectorsModel } from '../enclave/start-enclave.ts'

/** Said and thought by whoever asks the package. */
const sayings = { messages: [{ role: 'user', content: 'Say something.' }] }

const input = 'Say something.'
const ofDialects = {
  'chat/completions': { model: sealedModel, max_tokens: fewWords, ...sayings },
  responses: { model: sealedModel, max_output_tokens: fewWords, input },
  messages: { model: sealedModel, max_tokens: fewWords, ...sayings },
  embeddings: { model: vectorsModel, input: [input, 'And more.'] },
} as const

type Path = keyof typeof ofDialects

/** Each dialect, buffered and, where it has streams, streamed. The gateway has a model for vectors (startVectorsEnclave). */
export const everyAsk = [
  ['chat/completions', { stream: false }],
  ['chat/completions', { stream: true }],
  ['responses', { stream: false }],
  ['responses', { stream: true }],
  ['messages', { stream: false }],
  ['messages', { stream: true }],
  ['embeddings', {}],
] as const satisfies readonly (readonly [Path, object])[]

/** Stands in every answer, whichever dialect it is in. */
export const anyContent = new RegExp(`${contentMark.source}|"embedding":`)

export interface AskedPackage {
  /** A chat. */
  readonly ask: (body?: object, init?: RequestInit) => Promise<Response>
  readonly askAs: (path: Path, body?: object, init?: RequestInit) => Promise<Response>
  readonly verdicts: readonly ExchangeVerdict[]
}

/** `countersignFetch` before a gateway that may lie, with development mode on. */
export function packageBefore(
  gateway: string,
  options: Pick<CountersignOptions, 'atLeast'> & Partial<CountersignOptions>,
): AskedPackage {
  const verdicts: ExchangeVerdict[] = []
  const asked = countersignFetch({
    gateway,
    simulation: 'accept',
    onVerdict: (verdict) => verdicts.push(verdict),
    ...options,
  })
  const askAs: AskedPackage['askAs'] = (path, body = {}, init = {}) =>
    asked(`https://api.openai.com/v1/${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-of-another-company' },
      body: JSON.stringify({ ...ofDialects[path], ...body }),
      ...init,
    })
  return { verdicts, askAs, ask: (body, init) => askAs('chat/completions', body, init) }
}

/** The error in the place of an answer; nothing of the answer's words is in it. */
export async function refusalOf(asking: Promise<Response>): Promise<CountersignError> {
  const outcome = await asking.then(
    async (response) => ({ status: response.status, text: await response.text() }),
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(CountersignError)
  const error = outcome as CountersignError
  expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(anyContent)
  return error
}
