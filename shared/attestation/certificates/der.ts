import { bytesToHex, parseUtf8 } from '../../bytes/bytes.ts'
import { FormatError } from '../../errors.ts'
import * as certificateReasons from '../../words/english/evidence/certificate-reasons.ts'

/** A value of an ASN.1 document in DER. Its bytes are the ones that were read: nothing is encoded again. */
export interface DerNode {
  /** First byte: class, whether it is constructed, and number. */
  readonly tag: number
  /** Tag, length and content. */
  readonly bytes: Uint8Array
  readonly content: Uint8Array
}

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  oid: 0x06,
  utf8: 0x0c,
  printable: 0x13,
  ia5: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const
const constructed = 0x20
const longestLength = 4

/** @throws {FormatError} CERTIFICATE_MALFORMED unless the bytes are exactly one value */
export function parseDer(bytes: Uint8Array): DerNode {
  const node = readNode(bytes)
  if (node.bytes.length !== bytes.length) throw malformedDer(certificateReasons.notOneValue)
  return node
}

/** The value at the start of these bytes. */
function readNode(bytes: Uint8Array): DerNode {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) throw malformedDer(certificateReasons.cutOff)
  if ((tag & 0x1f) === 0x1f) throw malformedDer(certificateReasons.longTag)
  const start = first < 0x80 ? 2 : 2 + (first & 0x7f)
  const end = start + (first < 0x80 ? first : readLength(bytes.subarray(2, start), first & 0x7f))
  if (end > bytes.length) throw malformedDer(certificateReasons.cutOff)
  return { tag, bytes: bytes.subarray(0, end), content: bytes.subarray(start, end) }
}

/** A length of 128 or more, in the fewest bytes that hold it. */
function readLength(bytes: Uint8Array, count: number): number {
  const length = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  const isShortest = bytes[0] !== 0 && length >= 0x80
  if (count > longestLength || bytes.length < count || !isShortest) {
    throw malformedDer(certificateReasons.length)
  }
  return length
}

/** Children of a SEQUENCE, SET or constructed context tag. */
export function derChildren(node: DerNode | undefined): readonly DerNode[] {
  if (node === undefined || (node.tag & constructed) === 0) {
    throw malformedDer(certificateReasons.structure)
  }
  const children: DerNode[] = []
  for (let left = node.content; left.length > 0;) {
    const child = readNode(left)
    children.push(child)
    left = left.subarray(child.bytes.length)
  }
  return children
}

export function isDerSequence(node: DerNode | undefined): boolean {
  return node?.tag === tags.sequence
}

/** Content of a primitive node, such as an OCTET STRING. */
export function derContent(node: DerNode | undefined): Uint8Array {
  if (node !== undefined && (node.tag & constructed) === 0) return node.content
  throw malformedDer(certificateReasons.value)
}

/** In dotted decimals. */
export function derOid(node: DerNode | undefined): string {
  const content = contentOf(node, tags.oid, certificateReasons.anIdentifier)
  const numbers: bigint[] = []
  let number = 0n
  for (const byte of content) {
    number = number * 128n + BigInt(byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0n
  }
  const [both, ...others] = numbers
  if (both === undefined || (content.at(-1) ?? 0) >= 0x80) {
    throw malformedDer(certificateReasons.identifier)
  }
  const first = both < 80n ? both / 40n : 2n
  return [first, both - 40n * first, ...others].join('.')
}

/** Whole bytes of a BIT STRING. */
export function derBits(node: DerNode | undefined): Uint8Array {
  const content = contentOf(node, tags.bitString, certificateReasons.aBitString)
  const [unused = 8] = content
  if (unused < 8) return content.subarray(1)
  throw malformedDer(certificateReasons.bitString)
}

/** Value of an INTEGER as lowercase hex without leading zero bytes. */
export function derIntegerHex(node: DerNode | undefined): string {
  const content = contentOf(node, tags.integer, certificateReasons.anInteger)
  if (content.length === 0) throw malformedDer(certificateReasons.integer)
  return bytesToHex(content).replace(/^(?:00)+(?=.)/, '')
}

export function derInteger(node: DerNode | undefined): number {
  const value = Number.parseInt(derIntegerHex(node), 16)
  if (!Number.isSafeInteger(value)) throw malformedDer(certificateReasons.integerRange)
  return value
}

/** Whether it is the BOOLEAN that says yes; any other node says no. */
export function isDerTrue(node: DerNode | undefined): boolean {
  return node?.tag === tags.boolean && node.content.some((byte) => byte !== 0)
}

/** A text in UTF-8 or ASCII; null for any other node. */
export function derText(node: DerNode | undefined): string | null {
  const texts: readonly number[] = [tags.utf8, tags.printable, tags.ia5]
  return node !== undefined && texts.includes(node.tag) ? parseUtf8(node.content) : null
}

/** Unix seconds of a UTCTime or GeneralizedTime, as certificates write them (RFC 5280, section 4.1.2.5). */
export function derSeconds(node: DerNode | undefined): number {
  const text = String.fromCharCode(...derContent(node).subarray(0, 16))
  const isLong = node?.tag === tags.generalizedTime
  if (!isLong && node?.tag !== tags.utcTime) throw malformedDer(certificateReasons.time)
  const century = isLong ? '' : text < '5' ? '20' : '19'
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(century + text)
  const [, year, month, day, hour, minute, second] = parts ?? []
  const seconds = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000
  if (Number.isNaN(seconds)) throw malformedDer(certificateReasons.time)
  return seconds
}

/** Number of a context-specific tag, or -1 for another class. */
export function contextTag({ tag }: DerNode): number {
  return (tag & 0xc0) === 0x80 ? tag & 0x1f : -1
}

function contentOf(node: DerNode | undefined, tag: number, expected: string): Uint8Array {
  if (node?.tag === tag) return node.content
  throw malformedDer(certificateReasons.expected(expected))
}

export function malformedDer(message: string): FormatError {
  return new FormatError('CERTIFICATE_MALFORMED', certificateReasons.unreadable(message))
}
