import { demoErrors } from '#shared/words/english/demo/demo-errors.ts'

/** A request that the demo refuses, in the shape that OpenAI's API gives such a refusal. */
export class DemoError extends Error {
  override readonly name = 'DemoError'
  readonly statusCode: number
  readonly code: string
  readonly param: string | null

  constructor(
    message: string,
    code: string,
    { statusCode = 400, param = null as string | null } = {},
  ) {
    super(message)
    this.code = code
    this.statusCode = statusCode
    this.param = param
  }
}

/** Whatever was thrown, as a body that clients can read. The message of a defect stays here. */
export function demoErrorBody(error: unknown): { readonly status: number; readonly body: object } {
  const { statusCode, code, param } = error as Partial<DemoError>
  const status = typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500
  const isCallersFault = status < 500
  return {
    status,
    body: {
      error: {
        message: isCallersFault ? (error as Error).message : demoErrors.failed,
        type: isCallersFault ? 'invalid_request_error' : 'server_error',
        param: param ?? null,
        code: isCallersFault ? (code ?? 'invalid_request') : 'server_error',
      },
    },
  }
}
