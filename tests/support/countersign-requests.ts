import { expect } from 'vitest'
import { CountersignError } from '#shared/package/countersign-error.ts'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import type { CountersignOptions } from '#shared/package/countersign-options.ts'
import type { ExchangeVerdict } from '#shared/package/exchange-verdict.ts'
import { contentMark } from './fault-outcomes.ts'
import { sealedModel } from './start-enclave.ts'

/** Said and thought by whoever asks the package. */
const sayings = { messages: [{ role: 'user', content: 'Say something.' }] }

export interface AskedPackage {
  readonly ask: (body?: object, init?: RequestInit) => Promise<Response>
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
  return {
    verdicts,
    ask: (body = {}, init = {}) =>
      asked('https://api.openai.com/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: 'Bearer sk-of-another-company' },
        body: JSON.stringify({ model: sealedModel, ...sayings, ...body }),
        ...init,
      }),
  }
}

/** The error in the place of an answer; nothing of the answer's words is in it. */
export async function refusalOf(asking: Promise<Response>): Promise<CountersignError> {
  const outcome = await asking.then(
    async (response) => ({ status: response.status, text: await response.text() }),
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(CountersignError)
  const error = outcome as CountersignError
  expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(contentMark)
  return error
}
