/** A refusal in the enclaves' form (PROTOCOL.md §1.2). */
export class AciError extends Error {
  override readonly name = 'AciError'
  readonly statusCode: number
  readonly type: string

  constructor(statusCode: number, type: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.type = type
  }
}

export function aciErrorBody({ message, type }: { message: string; type: string }) {
  return { error: { message, type, code: null, param: null } }
}
