import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import { CountersignError } from '#shared/package/countersign-error.ts'
import type { ExchangeVerdict } from '#shared/package/exchange-verdict.ts'
import { fewWords } from '../enclave/fault-outcomes.ts'

/** Holds a canary, which nobody but an enclave may read. */
export const canaryMessages = [
  { role: 'user', content: 'Say something about a canary in the question.' },
]

/** Asks through the package, as somebody does who encrypts. @param clear what may leave in clear */
export async function askEncrypted(
  gateway: string,
  body: { readonly model: string; readonly [member: string]: unknown },
  clear: readonly string[] = [],
) {
  const verdicts: ExchangeVerdict[] = []
  const fetchIt = countersignFetch({
    gateway: `${gateway}/v1`,
    atLeast: 'e2ee',
    simulation: 'accept',
    clear,
    onVerdict: (verdict) => verdicts.push(verdict),
  })
  const response = await fetchIt(`${gateway}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: canaryMessages, max_tokens: fewWords, ...body }),
  })
  return { status: response.status, text: await response.text(), verdict: verdicts.at(-1) ?? null }
}

/** What somebody who encrypts is told in the place of an answer: each check that failed, once and sorted; where none did, the error's code. */
export async function refusalOf(
  asked: ReturnType<typeof askEncrypted>,
): Promise<readonly string[]> {
  const error = await asked.then(
    ({ status }) => `it came with status ${status}`,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CountersignError)) throw new Error(String(error))
  const { checks, code } = error
  return checks.length > 0 ? [...new Set<string>(checks)].toSorted() : [code]
}
