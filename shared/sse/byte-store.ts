/** Bytes that come in pieces of any size and are held together: no more than twice their length in memory. */
export interface ByteStore {
  readonly length: number
  add(bytes: Uint8Array): void
  /** All of them as one, and none is left. */
  take(): Uint8Array
}

const smallest = 1024

/** Each byte is copied a few times at most, however small the pieces are. */
export function createByteStore(): ByteStore {
  let buffer = new Uint8Array(0)
  let length = 0
  return {
    get length() {
      return length
    },
    add(bytes) {
      const needed = length + bytes.length
      if (needed > buffer.length) {
        const larger = new Uint8Array(Math.max(needed, 2 * buffer.length, smallest))
        larger.set(buffer.subarray(0, length))
        buffer = larger
      }
      buffer.set(bytes, length)
      length = needed
    },
    take() {
      const bytes = buffer.subarray(0, length)
      buffer = new Uint8Array(0)
      length = 0
      return bytes
    },
  }
}
