/** What the build puts in: the words of `package.json`. */
declare const packageFacts: {
  readonly version: string
  readonly licence: string
  /** Where the source is published; null where `package.json` names no `repository`. */
  readonly source: string | null
}

/** A picture is its address. */
declare module '*.webp' {
  const address: string
  // The bundler's own form.
  // oxlint-disable-next-line import/no-default-export
  export default address
}
