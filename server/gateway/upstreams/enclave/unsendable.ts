import type { UpstreamFailure } from '../../common/upstream.ts'

type UnsendableFailure = Extract<UpstreamFailure, { kind: 'unsendable' }>

/** This request cannot go to the enclave without being shown to somebody whom nobody verified. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable'
  readonly failure: UnsendableFailure

  constructor(failure: Omit<UnsendableFailure, 'kind'>) {
    super(failure.message)
    this.failure = { kind: 'unsendable', ...failure }
  }
}
