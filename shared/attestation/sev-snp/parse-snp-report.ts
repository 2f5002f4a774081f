import { FormatError } from '../../errors.ts'
import * as snpReasons from '../../words/english/evidence/snp-reasons.ts'

/** Security versions of a chip's firmware; `fmc` is Turin's alone. */
export interface SnpTcb {
  readonly fmc: number | null
  readonly bootloader: number
  readonly tee: number
  readonly snp: number
  readonly microcode: number
}

/** Version of the firmware: 1.55 build 21 is `{ major: 1, minor: 55, build: 21 }`. */
export interface SnpFirmware {
  readonly major: number
  readonly minor: number
  readonly build: number
}

/** Little-endian; byte members are views into the report. */
export interface SnpReport {
  readonly version: number
  readonly policy: bigint
  readonly privilegeLevel: number
  /** Bit 0: a key of the author, 1: the chip's id is masked, 2 to 4: which key signed. */
  readonly keyBits: number
  /** Eight bytes each: what they mean depends on the generation (`readSnpTcb`). */
  readonly tcb: Readonly<Record<'current' | 'reported' | 'committed' | 'launch', Uint8Array>>
  readonly firmware: Readonly<Record<'current' | 'committed', SnpFirmware>>
  /** Family and model, or null before version 3. */
  readonly processor: { readonly family: number; readonly model: number } | null
  /** 64 bytes. */
  readonly reportData: Uint8Array
  /** 48 bytes. */
  readonly measurement: Uint8Array
  /** 32 bytes. */
  readonly hostData: Uint8Array
  /** 48 bytes each. */
  readonly idKeyDigest: Uint8Array
  readonly authorKeyDigest: Uint8Array
  /** 64 bytes. */
  readonly chipId: Uint8Array
  /** What the key signed. */
  readonly signedBytes: Uint8Array
  /** 96 bytes r ‖ s, big-endian. */
  readonly signature: Uint8Array
}

const reportBytes = 1184
const signedLength = 0x2a0
const numberBytes = 48
const numberSpace = 72
const ecdsaP384 = 1

/**
 * Reads an attestation report of SEV-SNP, version 2 to 5.
 * @throws {FormatError} EVIDENCE_MALFORMED, also for anything but zeros beside the signature
 */
export function parseSnpReport(bytes: Uint8Array): SnpReport {
  if (bytes.length !== reportBytes) throw malformed(snpReasons.length(bytes.length))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const at = (offset: number, length: number) => bytes.subarray(offset, offset + length)
  const version = view.getUint32(0, true)
  if (version < 2 || version > 5) throw malformed(snpReasons.version(version))
  const algorithm = view.getUint32(0x34, true)
  if (algorithm !== ecdsaP384) throw malformed(snpReasons.algorithm(algorithm))
  return {
    version,
    policy: view.getBigUint64(0x08, true),
    privilegeLevel: view.getUint32(0x30, true),
    keyBits: view.getUint32(0x48, true),
    tcb: {
      current: at(0x38, 8),
      reported: at(0x180, 8),
      committed: at(0x1e0, 8),
      launch: at(0x1f0, 8),
    },
    firmware: { current: firmwareAt(at(0x1e8, 3)), committed: firmwareAt(at(0x1ec, 3)) },
    processor: version < 3 ? null : { family: view.getUint8(0x188), model: view.getUint8(0x189) },
    reportData: at(0x50, 64),
    measurement: at(0x90, 48),
    hostData: at(0xc0, 32),
    idKeyDigest: at(0xe0, 48),
    authorKeyDigest: at(0x110, 48),
    chipId: at(0x1a0, 64),
    signedBytes: at(0, signedLength),
    signature: readSignature(bytes.subarray(signedLength)),
  }
}

function firmwareAt([build = 0, minor = 0, major = 0]: Uint8Array): SnpFirmware {
  return { major, minor, build }
}

/** Two numbers of 72 bytes, little-endian, 48 of them used, and zeros. */
function readSignature(bytes: Uint8Array): Uint8Array {
  const signature = new Uint8Array(2 * numberBytes)
  for (const which of [0, 1]) {
    const number = bytes.subarray(which * numberSpace, (which + 1) * numberSpace)
    if (number.subarray(numberBytes).some((byte) => byte !== 0)) {
      throw malformed(snpReasons.longNumber)
    }
    signature.set(number.slice(0, numberBytes).toReversed(), which * numberBytes)
  }
  if (bytes.subarray(2 * numberSpace).some((byte) => byte !== 0)) {
    throw malformed(snpReasons.bytesFollow)
  }
  return signature
}

function malformed(message: string): FormatError {
  return new FormatError('EVIDENCE_MALFORMED', snpReasons.unreadable(message))
}
