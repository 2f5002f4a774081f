import { bytesToHex, parseUtf8 } from '../../bytes/bytes.ts'
import { FormatError } from '../../errors.ts'
import * as quoteReasons from '../../words/english/evidence/quote-reasons.ts'

/** The measured part of a TDX quote (PROTOCOL.md §3.1); byte members are views into the quote. */
export interface TdReport {
  /** 16 bytes, one security version each. */
  readonly teeTcbSvn: Uint8Array
  /** 48 bytes. */
  readonly mrsignerSeam: Uint8Array
  /** 8 bytes, little-endian. */
  readonly seamAttributes: Uint8Array
  /** 8 bytes, little-endian. */
  readonly tdAttributes: Uint8Array
  /** 48 bytes each, as are all measurements. */
  readonly mrtd: Uint8Array
  readonly mrconfigid: Uint8Array
  readonly mrowner: Uint8Array
  readonly mrownerconfig: Uint8Array
  readonly rtmr: readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  /** 64 bytes. */
  readonly reportData: Uint8Array
  /** 48 bytes, for TD 1.5 alone. */
  readonly mrServiceTd: Uint8Array | null
}

interface QuotingEnclave {
  /** 384 bytes, as the PCK key signed them. */
  readonly report: Uint8Array
  /** 64 bytes r ‖ s. */
  readonly signature: Uint8Array
  readonly authData: Uint8Array
}

export interface Quote {
  readonly version: 4 | 5
  readonly td: TdReport
  /** Header and body: what the attestation key signed. */
  readonly signedBytes: Uint8Array
  /** 64 bytes r ‖ s. */
  readonly signature: Uint8Array
  /** 64 bytes x ‖ y. */
  readonly attestationKey: Uint8Array
  readonly quotingEnclave: QuotingEnclave
  /** PEM: PCK certificate, its CA, the root. */
  readonly pckChainPem: string
}

const headerBytes = 48
const td10Bytes = 584
const td15Bytes = 648
const qeReportBytes = 384
const ecdsaP256 = 2
const tdxTee = 0x81
const intelVendorId = '939a7233f79c4ca9940a0db3957f0607'
const certQeReport = 6
const certPckChain = 5

/**
 * Reads a TDX quote of version 4 or 5 whose certification data carries the PCK chain.
 * @throws {FormatError} QUOTE_MALFORMED, also for anything but zeros behind the authentication data
 */
export function parseQuote(bytes: Uint8Array): Quote {
  const reader = createReader(bytes)
  const version = reader.uint16()
  if (version !== 4 && version !== 5) throw malformed(quoteReasons.version(version))
  expectValue(reader.uint16(), ecdsaP256, quoteReasons.keyType)
  expectValue(reader.uint32(), tdxTee, quoteReasons.teeType)
  reader.take(4)
  if (bytesToHex(reader.take(16)) !== intelVendorId) throw malformed(quoteReasons.vendor)
  reader.take(20)

  const bodyBytes = version === 4 ? td10Bytes : readBodySize(reader)
  const bodyStart = version === 4 ? headerBytes : headerBytes + 6
  const td = parseBody(reader.take(bodyBytes))
  const signedBytes = bytes.subarray(0, bodyStart + bodyBytes)

  const auth = createReader(reader.take(reader.uint32()))
  if (reader.rest().some((byte) => byte !== 0)) throw malformed(quoteReasons.afterQuote)
  const signature = auth.take(64)
  const attestationKey = auth.take(64)
  expectValue(auth.uint16(), certQeReport, quoteReasons.certificationType)
  const outer = createReader(auth.take(auth.uint32()))
  if (auth.rest().length > 0) throw malformed(quoteReasons.afterCertification)

  const report = outer.take(qeReportBytes)
  const qeSignature = outer.take(64)
  const authData = outer.take(outer.uint16())
  expectValue(outer.uint16(), certPckChain, quoteReasons.qeCertificationType)
  const pem = outer.take(outer.uint32())
  if (outer.rest().length > 0) throw malformed(quoteReasons.afterPck)

  return {
    version,
    td,
    signedBytes,
    signature,
    attestationKey,
    quotingEnclave: { report, signature: qeSignature, authData },
    pckChainPem: parseUtf8(pem.at(-1) === 0 ? pem.subarray(0, -1) : pem),
  }
}

/** Members of the quoting enclave's report (an SGX report) that a verifier looks at. */
export interface QeReport {
  /** 4 bytes, little-endian. */
  readonly miscSelect: Uint8Array
  /** 16 bytes. */
  readonly attributes: Uint8Array
  /** 32 bytes. */
  readonly mrsigner: Uint8Array
  readonly isvProdId: number
  readonly isvSvn: number
  /** 64 bytes. */
  readonly reportData: Uint8Array
}

/** @param report 384 bytes */
export function readQeReport(report: Uint8Array): QeReport {
  const view = new DataView(report.buffer, report.byteOffset, report.length)
  return {
    miscSelect: report.subarray(16, 20),
    attributes: report.subarray(48, 64),
    mrsigner: report.subarray(128, 160),
    isvProdId: view.getUint16(256, true),
    isvSvn: view.getUint16(258, true),
    reportData: report.subarray(320, 384),
  }
}

function readBodySize(reader: Reader): number {
  const type = reader.uint16()
  const size = reader.uint32()
  if (type === 2 && size === td10Bytes) return size
  if (type === 3 && size === td15Bytes) return size
  throw malformed(quoteReasons.body(type, size))
}

function parseBody(body: Uint8Array): TdReport {
  const at = (offset: number, length: number) => body.subarray(offset, offset + length)
  return {
    teeTcbSvn: at(0, 16),
    mrsignerSeam: at(64, 48),
    seamAttributes: at(112, 8),
    tdAttributes: at(120, 8),
    mrtd: at(136, 48),
    mrconfigid: at(184, 48),
    mrowner: at(232, 48),
    mrownerconfig: at(280, 48),
    rtmr: [at(328, 48), at(376, 48), at(424, 48), at(472, 48)],
    reportData: at(520, 64),
    mrServiceTd: body.length === td15Bytes ? at(600, 48) : null,
  }
}

interface Reader {
  take(length: number): Uint8Array
  uint16(): number
  uint32(): number
  rest(): Uint8Array
}

/** Little-endian, and it never reads behind the end. */
function createReader(bytes: Uint8Array): Reader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 0
  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw malformed(quoteReasons.cutOff(bytes.length))
    at += length
    return bytes.subarray(at - length, at)
  }
  return {
    take,
    uint16() {
      take(2)
      return view.getUint16(at - 2, true)
    },
    uint32() {
      take(4)
      return view.getUint32(at - 4, true)
    },
    rest: () => bytes.subarray(at),
  }
}

function expectValue(found: number, expected: number, what: string): void {
  if (found !== expected) throw malformed(quoteReasons.otherThan(what, found, expected))
}

function malformed(message: string): FormatError {
  return new FormatError('QUOTE_MALFORMED', quoteReasons.unreadable(message))
}
