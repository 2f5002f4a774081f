import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

const endOfDirectory = 0x06054b50

/** The files of a zip by their paths (APPNOTE 4.3.12: its central directory; neither ZIP64 nor encryption). */
export function readZip(path: string): ReadonlyMap<string, Buffer> {
  const zip = readFileSync(path)
  let end = zip.length - 22
  while (zip.readUInt32LE(end) !== endOfDirectory) end -= 1
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = zip.readUInt16LE(at + 10)
    const size = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    // The local header has a length of extra fields of its own.
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(from, from + size)
    files.set(name, method === 0 ? packed : inflateRawSync(packed))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
