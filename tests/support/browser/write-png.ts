import { writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green and blue of each, line by line. */
  readonly rgb: Uint8Array
}

/** A picture in the plainest form that PNG has. */
export function writePng(path: string, { width, height, rgb }: Pixels): void {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits for each of three colours.
  size.set([8, 2, 0, 0, 0], 8)
  const lines = Buffer.alloc(height * (width * 3 + 1))
  for (let y = 0; y < height; y += 1) {
    lines.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1)
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  writeFileSync(
    path,
    Buffer.concat([
      signature,
      chunk('IHDR', size),
      chunk('IDAT', deflateSync(lines)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  out.set(body, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
