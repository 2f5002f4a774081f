import { expect } from 'vitest'
import { sha256Digest } from '#shared/digest.ts'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { verifyGivenAnswer } from '#shared/package/given/verify-given-answer.ts'
import { fewWords } from '../enclave/fault-outcomes.ts'
import { sealSignerOf } from '../gateway/seal-signer-of.ts'

// What is asked in clear of a gateway that buys from an enclave, in each dialect that reaches one: two of them by translation.

const content = 'a canary in the question'
const messages = [{ role: 'user', content }]

const bodies = {
  '/v1/chat/completions': { messages, max_tokens: fewWords },
  '/v1/messages': { messages, max_tokens: fewWords },
  '/v1/responses': { input: content, max_output_tokens: fewWords },
} as const

type Path = keyof typeof bodies

/** Each dialect, buffered and streamed. */
export const asksInClear = (Object.keys(bodies) as Path[]).flatMap((path) =>
  [false, true].map((stream) => ({ path, stream })),
)

export interface Answered {
  readonly request: object
  readonly status: number
  readonly text: string
}

/** @param more members of the request, its model among them */
export async function askInClear(
  baseUrl: string,
  more: object,
  path: Path | '/v1/embeddings' = '/v1/chat/completions',
): Promise<Answered> {
  const request = { ...(path === '/v1/embeddings' ? { input: content } : bodies[path]), ...more }
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  return { request, status: response.status, text: await response.text() }
}

interface Svc {
  readonly evidence: string
  readonly receipt: { readonly body: { readonly enclave: { readonly verifiedBy: string } } }
}

/** `svc` out of an answer, or out of the last event that has it. */
export function svcOf(text: string): Svc {
  const said = lastWith(text, '"svc"') as { svc?: Svc; response?: { svc: Svc } }
  return said.svc ?? said.response?.svc ?? expect.unreachable('there is no svc')
}

/** What a refusal names, alone or at the end of a stream: each check once and sorted; where it names none, its code. */
export function namedIn(text: string): readonly string[] {
  const { error } = lastWith(text, '"error"') as {
    error: { code: string; checks?: readonly { id: string }[] }
  }
  const { code, checks = [] } = error
  return checks.length > 0 ? [...new Set(checks.map(({ id }) => id))].toSorted() : [code]
}

function lastWith(text: string, member: string): unknown {
  const line = text.split('\n').findLast((each) => each.includes(member)) ?? text
  return JSON.parse(line.replace(/^data: /, ''))
}

/** The answer is verified by whoever has it, and with the evidence that its gateway kept nothing fails. */
export async function judgeLater(baseUrl: string, { request, status, text }: Answered) {
  expect(status, text).toBe(200)
  const reader = {
    signers: await sealSignerOf(baseUrl),
    simulation: 'accept',
    request: request as never,
  } as const
  expect(verifyGivenAnswer(text, reader).state).toBe('simulated')
  const { evidence, receipt } = svcOf(text)
  const kept = await fetch(`${baseUrl}/api/evidence/${evidence}`)
  const bytes = new Uint8Array(await kept.arrayBuffer())
  expect(sha256Digest(bytes)).toBe(evidence)
  const judged = judgeGivenEvidence(text, bytes, reader)
  expect(judged.checks.filter((check) => check.status === 'fail')).toEqual([])
  expect(judged.state).toBe('simulated')
  return { ...judged, evidence: bytes, verifiedBy: receipt.body.enclave.verifiedBy }
}
