import { decided, madeBy, notProven, type EvidenceCheck } from '../../evidence-check.ts'
import * as providerReasons from '../../words/english/evidence/provider-reasons.ts'

/** What identifies the programs of a machine, hex, by name: registers of the processor, and what its guest measured. */
export const registerNames = [
  'mrtd',
  'rtmr0',
  'rtmr1',
  'rtmr2',
  'rtmr3',
  'measurement',
  'compose_hash',
  'app_id',
  'os_image_hash',
] as const

export type RegisterName = (typeof registerNames)[number]
export type Registers = Readonly<Partial<Record<RegisterName, string>>>

/** A machine that somebody accepted beforehand. What a pin leaves out is not compared. */
export interface MachinePin extends Registers {
  /** Date, as in 2026-11-28. */
  readonly at: string
  /** Where the values are from, in the words of whoever pinned them. */
  readonly source: string
}

/** Names of what differs; empty where the pin holds. */
export function differsFrom(pin: MachinePin, registers: Registers): readonly RegisterName[] {
  return registerNames.filter((name) => pin[name] !== undefined && pin[name] !== registers[name])
}

/** The pin that differs least; of several the newest. Null where there is none. */
export function nearestPin(pins: readonly MachinePin[], registers: Registers): MachinePin | null {
  const [nearest] = pins.toSorted(
    (one, other) =>
      differsFrom(one, registers).length - differsFrom(other, registers).length ||
      other.at.localeCompare(one.at),
  )
  return nearest ?? null
}

/** Whether a machine is one of those that were accepted. Where none were, its provider alone says what runs. */
export function checkRegisters(
  registers: Registers,
  pins: readonly MachinePin[],
): readonly EvidenceCheck[] {
  const id = 'code.registers'
  const pin = nearestPin(pins, registers)
  if (pin === null) {
    const reason = providerReasons.noPin
    return madeBy('provider', [notProven(id, reason)])
  }
  const [name] = differsFrom(pin, registers)
  const problem =
    name === undefined
      ? null
      : providerReasons.otherThanPinned(
          name,
          registers[name] ?? providerReasons.absent,
          pin[name],
          pin.at,
        )
  return [decided(id, problem, providerReasons.asPinned(pin.at))]
}
