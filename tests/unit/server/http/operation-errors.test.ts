import { expect, test } from 'vitest'
import { statusByCode, type ApiErrorCode } from '#shared/api-error.ts'
import {
  errorResponses,
  errorsByOperation,
  errorsWithoutOperation,
  type OperationName,
} from '../../../../server/gateway/http/openapi/operation-errors.ts'

const names = Object.keys(errorsByOperation) as OperationName[]

test('every error code is listed where it can come from', () => {
  const listed: ReadonlySet<ApiErrorCode> = new Set([
    ...names.flatMap((name) => errorsByOperation[name]),
    ...errorsWithoutOperation,
  ])
  expect([...listed].toSorted()).toEqual(Object.keys(statusByCode).toSorted())
})

test.each(names)('the operation %s lists no code twice, and each under its own status', (name) => {
  const codes: readonly ApiErrorCode[] = errorsByOperation[name]
  expect(codes).toEqual([...new Set(codes)])
  const responses = errorResponses(name)
  for (const code of codes) {
    expect(JSON.stringify(responses[statusByCode[code]]), code).toContain(`"${code}"`)
  }
})
