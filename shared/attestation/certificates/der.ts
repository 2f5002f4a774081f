import { BitString, Constructed, Integer, ObjectIdentifier, fromBER, type BaseBlock } from 'asn1js'
import { bytesToHex } from '../../bytes/bytes.ts'
import { FormatError } from '../../errors.ts'

/** A node of an ASN.1 document. Its bytes are the ones that were read: nothing is encoded again. */
export type DerNode = BaseBlock

/** @throws {FormatError} CERTIFICATE_MALFORMED unless the bytes are exactly one ASN.1 value */
export function parseDer(bytes: Uint8Array): DerNode {
  const { offset, result } = fromBER(bytes)
  if (offset !== bytes.length) throw malformedDer('it is not one ASN.1 value')
  return result
}

/** Tag, length and value of a node. */
export function derBytes(node: DerNode): Uint8Array {
  return node.valueBeforeDecodeView
}

/** Children of a SEQUENCE, SET or constructed context tag. */
export function derChildren(node: DerNode | undefined): readonly DerNode[] {
  if (node instanceof Constructed) return node.valueBlock.value
  throw malformedDer('a structure was expected')
}

/** Content of a primitive node, such as an OCTET STRING. */
export function derContent(node: DerNode | undefined): Uint8Array {
  const value = (node?.valueBlock as { valueHexView?: Uint8Array } | undefined)?.valueHexView
  if (value === undefined) throw malformedDer('a value was expected')
  return value
}

export function derOid(node: DerNode | undefined): string {
  if (node instanceof ObjectIdentifier) return node.valueBlock.toString()
  throw malformedDer('an object identifier was expected')
}

/** Whole bytes of a BIT STRING. */
export function derBits(node: DerNode | undefined): Uint8Array {
  if (node instanceof BitString) return node.valueBlock.valueHexView
  throw malformedDer('a bit string was expected')
}

/** Value of an INTEGER as lowercase hex without leading zero bytes. */
export function derIntegerHex(node: DerNode | undefined): string {
  if (!(node instanceof Integer)) throw malformedDer('an integer was expected')
  return bytesToHex(node.valueBlock.valueHexView).replace(/^(?:00)+(?=.)/, '')
}

export function derInteger(node: DerNode | undefined): number {
  const value = Number.parseInt(derIntegerHex(node), 16)
  if (!Number.isSafeInteger(value)) throw malformedDer('an integer is out of range')
  return value
}

/** Unix seconds of a UTCTime or GeneralizedTime. */
export function derSeconds(node: DerNode | undefined): number {
  const toDate = (node as { toDate?: () => Date } | undefined)?.toDate
  const seconds = toDate ? Math.floor(toDate.call(node).getTime() / 1000) : Number.NaN
  if (Number.isNaN(seconds)) throw malformedDer('a time was expected')
  return seconds
}

/** Number of a context-specific tag, or -1 for another class. */
export function contextTag(node: DerNode): number {
  return node.idBlock.tagClass === 3 ? node.idBlock.tagNumber : -1
}

export function malformedDer(message: string): FormatError {
  return new FormatError('CERTIFICATE_MALFORMED', `the document cannot be read: ${message}`)
}
