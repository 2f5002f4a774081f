import { upstreamMemberWords } from '#shared/words/english/configuration/upstream-member-words.ts'
import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import type { MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import { ConfigError } from '../../../common/config-error.ts'
import { attestedConfigMembers } from '../../enclave/enclave-config.ts'
import { pinsMember } from '../bought-options.ts'

const registers = ['mrtd', 'rtmr0', 'rtmr1', 'rtmr2', 'rtmr3'] as const

const chuteId = '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

export function isChuteId(text: string): boolean {
  return new RegExp(chuteId).test(text)
}

/** What every chute has in the configuration. */
export const chutesConfigMembers = {
  ...attestedConfigMembers,
  chute_id: Type.String({
    pattern: chuteId,
    description: upstreamMemberWords.chute,
  }),
  pins: pinsMember(registers),
}

/** Pins as they are written: each names all that was measured. @throws {ConfigError} */
export function chutesPins({
  id,
  pins = [],
}: {
  readonly id: string
  readonly pins?: readonly MachinePin[]
}): readonly MachinePin[] {
  const missing = registers.find((name) => pins.some((pin) => pin[name] === undefined))
  if (missing === undefined) return pins
  throw new ConfigError(
    `upstream "${id}" pins`,
    upstreamProblems.pinLacks(missing),
    upstreamProblems.pinTogether(registers.join(', ')),
  )
}
