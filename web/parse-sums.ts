export interface Sum {
  /** SHA-256, 64 lowercase hex digits. */
  readonly digest: string
  readonly name: string
}

/** The lines of a file that `sha256sum -c` reads; any other line is passed over. */
export function parseSums(text: string): readonly Sum[] {
  return text.split('\n').flatMap((line) => {
    const [, digest, name] = /^([0-9a-f]{64}) {2}([\w.\-/]+)$/.exec(line) ?? []
    return digest === undefined || name === undefined ? [] : [{ digest, name }]
  })
}
