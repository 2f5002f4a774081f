/** One ASN.1 value: tag, length, content. */
function value(tag: number, content: Uint8Array): Buffer {
  const size = content.length
  const long = size > 0xff ? [0x82, size >> 8, size & 0xff] : [0x81, size]
  return Buffer.concat([Buffer.from([tag, ...(size < 0x80 ? [size] : long)]), content])
}

export function writeSequence(...members: readonly Uint8Array[]): Buffer {
  return value(0x30, Buffer.concat(members))
}

export function writeOctets(content: Uint8Array): Buffer {
  return value(0x04, content)
}

export function writeText(text: string): Buffer {
  return value(0x0c, Buffer.from(text))
}

/** @param number 0 to 65535 */
export function writeInteger(number: number): Buffer {
  const bytes = number > 0xff ? [number >> 8, number & 0xff] : [number]
  return value(0x02, Buffer.from((bytes[0] ?? 0) >= 0x80 ? [0, ...bytes] : bytes))
}

export function writeEnumerated(number: number): Buffer {
  return value(0x0a, Buffer.from([number]))
}

/** @param oid such as `1.2.840` */
export function writeOid(oid: string): Buffer {
  const [first = 0, second = 0, ...rest] = oid.split('.').map(Number)
  return value(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]))
}

function base128(number: number): readonly number[] {
  const digits = [number & 0x7f]
  for (let left = number >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}
