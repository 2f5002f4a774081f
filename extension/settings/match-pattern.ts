/** The match pattern of an origin. Patterns have no port: that an origin is the right one is checked besides. */
export function matchPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}/*`
}

/** A gateway's own, and those of its sockets, for which browsers want a permission by itself. */
export function gatewayPatterns(origin: string): string[] {
  const { hostname } = new URL(origin)
  return [matchPattern(origin), `ws://${hostname}/*`, `wss://${hostname}/*`]
}
