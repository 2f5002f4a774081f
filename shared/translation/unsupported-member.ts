import { unsupportedMembers } from '../words/english/errors/request-errors.ts'

/** A request that cannot be served as it was asked: the member is named, and never dropped. */
export class UnsupportedMember extends Error {
  override readonly name = 'UnsupportedMember'
  /** Its path, as errors of the API name it. */
  readonly param: string

  constructor(param: string, because: string) {
    super(unsupportedMembers.refusal(param, because))
    this.param = param.slice(0, 200)
  }
}
