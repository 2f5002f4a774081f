import { expect } from 'vitest'
import type { Asked } from './ask.ts'
import { fewWords } from '../enclave/fault-outcomes.ts'
import { sealedModel } from '../enclave/start-enclave.ts'

const canary = 'canary-of-the-dialects'

/** Requests of the dialects that the proxy translates. */
export const translatedRequests = [
  [
    'responses',
    {
      model: sealedModel,
      max_output_tokens: fewWords,
      input: canary,
      instructions: `${canary} too`,
    },
  ],
  [
    'messages',
    {
      model: sealedModel,
      max_tokens: fewWords,
      system: `${canary} too`,
      messages: [{ role: 'user', content: canary }],
      metadata: { user_id: 'somebody' },
    },
  ],
] as const

type DialectName = (typeof translatedRequests)[number][0]

/** The data of each event. */
export function dataOf(text: string): readonly Record<string, unknown>[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data) as Record<string, unknown>,
  )
}

/** The error of an answer, where the clients of the dialect look for it. */
export function errorIn(dialect: DialectName, { status, text }: Asked) {
  const body = status === 200 ? dataOf(text).at(-1) : (JSON.parse(text) as Record<string, unknown>)
  if (status === 200 || dialect === 'messages') expect(body?.['type']).toBe('error')
  if (status === 200) expect(text.trimEnd().split('\n\n').at(-1)).toMatch(/^event: error\n/)
  return body?.['error'] as {
    readonly code: string
    readonly type: string
    readonly param: string | null
    readonly message: string
    readonly checks?: readonly { readonly id: string }[]
  }
}
