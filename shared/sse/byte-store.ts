const smallest = 1024

/**
 * Bytes that come in pieces of any size and are held together. Each is copied a few times at most, and they take no
 * more than twice their length in memory.
 */
export class ByteStore {
  #buffer = new Uint8Array(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#buffer.length, smallest))
      larger.set(this.#buffer.subarray(0, this.#length))
      this.#buffer = larger
    }
    this.#buffer.set(bytes, this.#length)
    this.#length = needed
  }

  /** All of them as one, and none is left. */
  take(): Uint8Array {
    const bytes = this.#buffer.subarray(0, this.#length)
    this.#buffer = new Uint8Array(0)
    this.#length = 0
    return bytes
  }
}
