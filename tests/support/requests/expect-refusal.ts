import { expect } from 'vitest'
import type { Asked, ErrorBody } from './ask.ts'

/** A refusal in OpenAI's shape, with every header that each response has, and nothing of an answer. */
export function expectRefusal(answer: Asked, status: number, code: string) {
  const { error } = answer.json<ErrorBody>()
  expect({ status: answer.status, code: error.code }).toEqual({ status, code })
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(typeof error.message).toBe('string')
  expect(error.message).not.toBe('')
  expect(error).toHaveProperty('type')
  expect(error).toHaveProperty('param')
  expect(answer.text).not.toContain('choices')
  expect(answer.text).not.toContain('"svc"')
  for (const name of ['limit', 'remaining', 'reset']) {
    expect(answer.headers.get(`x-ratelimit-${name}-requests`)).toMatch(/^\d/)
  }
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  return error
}
