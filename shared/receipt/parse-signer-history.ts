import * as Type from 'typebox'
import type { Static } from 'typebox'
import { checkShape } from '../check-shape.ts'
import { FormatError } from '../errors.ts'
import * as receiptProblems from '../words/english/formats/receipt-problems.ts'
import { toIso } from './to-iso.ts'

/** The signing addresses a reader trusts, out of `/api/limits` of a gateway that the reader named. */
export interface SignerHistory {
  readonly current: {
    /** Lowercase. */
    readonly address: string
    /** ISO time since when it signs; absent when only an address is known. */
    readonly from?: string
  }
  readonly retired: readonly {
    readonly address: string
    readonly from: string
    /** First instant at which it no longer signed. */
    readonly until: string
    /**
     * First instant from which nothing that it signed counts, also within its term: somebody else may
     * have held the key. Absent for one that was not revoked.
     */
    readonly revokedFrom?: string
  }[]
}

// Addresses are compared in lowercase: published ones may carry an EIP-55 checksum in their case.
const AddressText = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })
const TimeText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' })

const LimitsSchema = Type.Object({
  seal_signer: AddressText,
  seal_signer_from: Type.Optional(TimeText),
  retired_signers: Type.Optional(
    Type.Array(
      Type.Object({
        address: AddressText,
        from: TimeText,
        until: TimeText,
        revoked_from: Type.Optional(TimeText),
      }),
    ),
  ),
})

/**
 * Reads the signers out of the answer of `GET /api/limits`; its other members are ignored.
 * @throws {FormatError} SIGNERS_MALFORMED
 */
export function parseSignerHistory(input: unknown): SignerHistory {
  const limits = checkShape(input, LimitsSchema, receiptProblems.statement, 'SIGNERS_MALFORMED')
  checkTimes(limits)
  return {
    current: {
      address: limits.seal_signer.toLowerCase(),
      ...(limits.seal_signer_from === undefined ? {} : { from: limits.seal_signer_from }),
    },
    retired: (limits.retired_signers ?? []).map(({ address, from, until, revoked_from }) => ({
      address: address.toLowerCase(),
      from,
      until,
      ...(revoked_from === undefined ? {} : { revokedFrom: revoked_from }),
    })),
  }
}

/** A time that does not exist is refused: nothing could be compared with it, such as a revocation. */
function checkTimes({ seal_signer_from, retired_signers = [] }: Static<typeof LimitsSchema>): void {
  const times = [
    seal_signer_from,
    ...retired_signers.flatMap(({ from, until, revoked_from }) => [from, until, revoked_from]),
  ]
  if (times.some((time) => time !== undefined && toIso(time) !== time)) {
    throw new FormatError('SIGNERS_MALFORMED', receiptProblems.noSuchTime)
  }
}
