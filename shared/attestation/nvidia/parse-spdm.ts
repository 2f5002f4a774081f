import { FormatError } from '../../errors.ts'
import * as gpuReasons from '../../words/english/evidence/gpu-reasons.ts'

/** A signed exchange of measurements (SPDM 1.1); members are views into the evidence. */
export interface SpdmExchange {
  /** 32 bytes. */
  readonly requesterNonce: Uint8Array
  /** What the GPU signed: request and response up to the signature. */
  readonly signedBytes: Uint8Array
  /** 96 bytes r ‖ s, big-endian. */
  readonly signature: Uint8Array
  readonly measurements: number
  /** As the GPU states it, or empty. */
  readonly driver: string
}

const requestBytes = 37
const headBytes = 8
const nonceBytes = 32
const signatureBytes = 96
const version11 = 0x11
const getMeasurements = 0xe0
const measurements = 0x60
const dmtf = 1
const driverVersion = 3

/**
 * Reads the exchange to its last byte: both messages, every block of the measurements, every opaque member.
 * @throws {FormatError} EVIDENCE_MALFORMED
 */
export function parseSpdm(bytes: Uint8Array): SpdmExchange {
  const at = (offset: number) => bytes[offset] ?? 0
  const number = (offset: number, length: number) =>
    Array.from({ length }, (_, index) => at(offset + index) * 256 ** index).reduce((a, b) => a + b)
  if (at(0) !== version11 || at(1) !== getMeasurements) throw malformed(gpuReasons.noRequest)
  if (at(requestBytes) !== version11 || at(requestBytes + 1) !== measurements) {
    throw malformed(gpuReasons.noMeasurements)
  }
  const blocks = at(requestBytes + 4)
  const record = requestBytes + headBytes
  const recordEnd = record + number(requestBytes + 5, 3)
  const opaque = recordEnd + nonceBytes + 2
  const opaqueEnd = opaque + number(opaque - 2, 2)
  if (opaqueEnd + signatureBytes !== bytes.length) throw malformed(gpuReasons.lengths)
  let block = record
  for (let index = 0; index < blocks; index++) {
    const size = number(block + 2, 2)
    if (at(block + 1) !== dmtf || number(block + 5, 2) + 3 !== size) {
      throw malformed(gpuReasons.block(index))
    }
    block += 4 + size
  }
  if (block !== recordEnd) throw malformed(gpuReasons.bytesLeft)
  let driver = ''
  let member = opaque
  while (member < opaqueEnd) {
    const end = member + 4 + number(member + 2, 2)
    if (end > opaqueEnd) throw malformed(gpuReasons.opaqueCut)
    if (number(member, 2) === driverVersion) driver = readText(bytes.subarray(member + 4, end))
    member = end
  }
  return {
    requesterNonce: bytes.subarray(4, 4 + nonceBytes),
    signedBytes: bytes.subarray(0, opaqueEnd),
    signature: bytes.subarray(opaqueEnd),
    measurements: blocks,
    driver,
  }
}

/** Digits and dots, up to a zero. */
function readText(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes).replace(/[^0-9.].*$/s, '')
}

function malformed(message: string): FormatError {
  return new FormatError('EVIDENCE_MALFORMED', gpuReasons.unreadable(message))
}
