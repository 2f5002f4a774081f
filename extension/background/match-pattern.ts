/** The match pattern of an origin. Patterns have no port: that an origin is the right one is checked besides. */
export function matchPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}/*`
}
