import Schema from 'typebox/schema'
import { expect } from 'vitest'
import { errorsWithoutOperation } from '../../../server/gateway/http/openapi/operation-errors.ts'
import type { Asked, ErrorBody } from './ask.ts'

interface ErrorContent {
  readonly schema: {
    readonly properties: {
      readonly error: {
        readonly properties: {
          readonly code: {
            readonly enum?: readonly string[]
            readonly examples?: readonly string[]
          }
        }
      }
    }
  }
}

interface OperationDocument {
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<'application/json', ErrorContent>> }>
  >
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDocument>>>>
}

export async function fetchDocument(baseUrl: string): Promise<ApiDocument> {
  return (await (await fetch(`${baseUrl}/openapi.json`)).json()) as ApiDocument
}

/** An error is one that /openapi.json lists for its operation, status and code, in the form it says. */
export function expectDocumented(
  document: ApiDocument,
  operation: { readonly method: 'get' | 'post' | 'delete'; readonly path: string },
  answer: Asked,
): void {
  if (answer.status < 400) return
  const { code } = answer.json<ErrorBody>().error
  const found = document.paths[operation.path]?.[operation.method]
  if (found === undefined) {
    expect(errorsWithoutOperation).toContain(code)
    return
  }
  const { schema } = found.responses[answer.status]?.content['application/json'] ?? {}
  expect(schema, `${operation.path} ${answer.status}`).toBeDefined()
  if (schema === undefined) return
  const listed = schema.properties.error.properties.code
  expect(listed.enum ?? listed.examples, `${operation.path} ${answer.status}`).toContain(code)
  expect(Schema.Check(schema, answer.json())).toBe(true)
}
