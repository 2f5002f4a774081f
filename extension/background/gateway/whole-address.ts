/** This machine, by each of its names: all of 127.0.0.0/8, and whatever ends in `localhost` (RFC 6761). */
const here = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:\/|$)/i
const elsewhere = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?(?:\/|$)/i

/**
 * An address as people type it, who leave the scheme out: `host.name:443` would be read as a scheme of its own.
 * Over https, and over http on this machine, where few have a certificate.
 */
export function wholeAddress(typed: string): string {
  const address = typed.trim()
  if (here.test(address)) return `http://${address}`
  return elsewhere.test(address) ? `https://${address}` : address
}
