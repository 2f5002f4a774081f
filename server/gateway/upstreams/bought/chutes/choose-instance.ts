import { chutesRegisters } from '#shared/attestation/kinds/chutes/chutes-instances.ts'
import type { ShownEvidence } from '#shared/attestation/kinds/evidence-kind.ts'
import { differsFrom, type MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import { parseChutes, type ShownInstance } from '#shared/attestation/kinds/chutes/parse-chutes.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { boughtReasons } from '#shared/words/english/errors/enclave-errors.ts'

interface Preference {
  readonly pins: readonly MachinePin[]
  /** Keys, Base64: the one that was used last, and those that failed a moment ago. */
  readonly last: string | null
  readonly failed: ReadonlySet<string>
}

/** What one instance shows, and its key as it is listed. */
interface ChosenInstance extends Pick<ShownEvidence, 'document' | 'instances'> {
  readonly publicKey: string
}

/**
 * Of several instances the one to be verified: what is kept, and served to clients, is of this one alone, and without the numbers that
 * each open one request. An instance that would be refused is taken only where there is no other.
 * @throws {FormatError} EVIDENCE_MALFORMED
 */
export function chooseInstance(
  shown: Pick<ShownEvidence, 'document' | 'instances'>,
  { pins, last, failed }: Preference,
): ChosenInstance {
  const known = parseChutes(shown).filter(isListed)
  const [best] = known.toSorted((one, other) => rank(other) - rank(one))
  if (best === undefined) {
    throw new FormatError('EVIDENCE_MALFORMED', boughtReasons.noListedInstance)
  }
  const { id, publicKey, row } = best
  return {
    document: utf8ToBytes(JSON.stringify({ evidence: [row] })),
    instances: utf8ToBytes(
      JSON.stringify({ instances: [{ instance_id: id, e2e_pubkey: publicKey }] }),
    ),
    publicKey,
  }

  function rank(instance: ListedInstance): number {
    const registers = chutesRegisters(instance)
    const isPinned = pins.some((pin) => differsFrom(pin, registers).length === 0)
    const isMeasured = /[^0]/.test(registers.rtmr3 ?? '')
    const isLast = instance.publicKey === last
    return (
      (isMeasured ? 8 : 0) +
      (isPinned ? 4 : 0) +
      (failed.has(instance.publicKey) ? 0 : 2) +
      (isLast ? 1 : 0)
    )
  }
}

type ListedInstance = ShownInstance & { readonly publicKey: string }

function isListed(instance: ShownInstance): instance is ListedInstance {
  return instance.publicKey !== null
}
