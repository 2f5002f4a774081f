import { expect, inject, test } from 'vitest'
import { isApiErrorCode, statusByCode } from '#shared/api-error.ts'

const gateway = inject('demo')

interface Media {
  readonly schema: object
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Media>> }>
  >
}

const document = (await (await fetch(`${gateway.baseUrl}/openapi.json`)).json()) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('each operation has an id of its own, as generators of clients need', () => {
  const ids = operations.map(({ operationId }) => operationId)
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain('createChatCompletion')
})

test('a chat is answered with JSON or with events, and metrics with text', async () => {
  const types = (path: string, method: string) =>
    Object.keys(document.paths[path]?.[method]?.responses['200']?.content ?? {})
  expect(types('/v1/chat/completions', 'post')).toEqual(['application/json', 'text/event-stream'])
  expect(types('/api/e2ee/relay', 'post')).toEqual(['application/json', 'text/event-stream'])
  expect(types('/api/metrics', 'get')).toEqual(['text/plain'])
  const answered = await fetch(`${gateway.baseUrl}/api/metrics`)
  expect(answered.headers.get('content-type')).toMatch(/^text\/plain/)
})

test('each error code stands at its own status', () => {
  let count = 0
  for (const { responses, operationId } of operations) {
    for (const [status, { content }] of Object.entries(responses)) {
      if (Number(status) < 400 || operationId === 'getReadiness') continue
      const { schema } = content?.['application/json'] ?? {}
      const codes = JSON.stringify(schema ?? {}).match(/"enum":\[("[a-z0-9_",]+)\]/)?.[1] ?? ''
      for (const code of codes.replaceAll('"', '').split(',').filter(Boolean)) {
        count += 1
        expect(isApiErrorCode(code) && statusByCode[code], operationId).toBe(Number(status))
      }
    }
  }
  expect(count).toBeGreaterThan(100)
})

test('headers that are sent are parameters', () => {
  const named = (path: string) =>
    (document.paths[path]?.['post']?.parameters ?? [])
      .filter((each) => each.in === 'header')
      .map(({ name }) => name)
  expect(named('/v1/chat/completions')).toEqual(['x-svc-shown-mode', 'x-svc-release'])
  expect(named('/api/e2ee/relay')).toContain('x-e2ee-nonce')
})
