import type { ReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import type { RunningMachine } from '#shared/attestation/kinds/evidence-kind.ts'
import {
  nearestPin,
  registerNames,
  type MachinePin,
  type Registers,
} from '#shared/attestation/kinds/machine-pins.ts'
import { attestWords as words } from '#shared/words/english/programs/attest-words.ts'
import type { Pinned } from '../../../gateway/common/upstream.ts'

/** What every machine measured, beside what was accepted beforehand. */
export function comparedLines(
  pinned: Pinned,
  running: readonly RunningMachine[],
): readonly string[] {
  return [
    ...running.flatMap(({ subject, registers }) => machineLines(pinned, subject, registers)),
    ...summaryOf(pinned),
  ]
}

function summaryOf(pinned: Pinned): readonly string[] {
  if (pinned.by === 'release') {
    const { repository, at, source } = pinned
    return ['', words.releasePinned(repository, at, source)]
  }
  if (pinned.by === 'reference-values') return ['', words.valuesPinned]
  return pinned.pins.length === 0 ? ['', words.nothingPinned] : []
}

function machineLines(pinned: Pinned, subject: string, registers: Registers): readonly string[] {
  const pin = pinned.by === 'machines' ? nearestPin(pinned.pins, registers) : null
  const accepted =
    pinned.by === 'reference-values' ? nearestValues(pinned.values, registers) : (pin ?? {})
  const rows = registerNames.flatMap((name) => {
    const value = registers[name]
    if (value === undefined) return []
    return pinned.by === 'release'
      ? [`  ${name.padEnd(13)} ${value}`]
      : [`  ${name.padEnd(13)} ${value} ${standing(value, accepted[name])}`]
  })
  return ['', words.running(subject), ...rows, ...(pin === null ? [] : [fromOf(pin)])]
}

function standing(value: string, accepted: string | undefined): string {
  if (accepted === undefined) return words.notPinned
  return value === accepted ? words.samePinned : words.otherPinned(accepted)
}

function fromOf({ at, source }: MachinePin): string {
  return words.pinFrom(at, source)
}

/** Of each list the value that runs, and where it is not in it the first. */
function nearestValues(values: ReferenceValues, registers: Registers): Registers {
  const of = (name: keyof Registers, list: readonly string[] | null) => {
    const value = list?.find((each) => each === registers[name]) ?? list?.[0]
    return value === undefined ? {} : { [name]: value }
  }
  const platforms = values.platforms?.map((each) => ({ ...each, at: '', source: '' })) ?? []
  const { at: _, source: __, ...platform } = nearestPin(platforms, registers) ?? {}
  return {
    ...platform,
    ...of('compose_hash', values.composeHashes),
    ...of('app_id', values.appIds),
    ...of('os_image_hash', values.osImageHashes),
  }
}
