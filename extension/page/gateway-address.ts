/**
 * Regular expression of all addresses that lead to one gateway, however they are written: with a name and a
 * password in them, with the dot that may end a host's name, or by another scheme of the web. The one place
 * that says what "this gateway" is, for the hook and for the browser's own rules (RE2). It is for addresses as
 * a URL parser writes them: the host in lower case, and no port where it is the scheme's own.
 * @param gateway its origin
 */
export function addressesOf(gateway: string): string {
  const { hostname, port } = new URL(gateway)
  const ports = ['', '80', '443'].includes(port) ? '(?::(?:80|443))?' : `:${port}`
  const host = hostname.replace(/\.$/, '').replaceAll(/[.[\]]/g, String.raw`\$&`)
  return `^(?:http|ws)s?://(?:[^/?#@]*@)?${host}\\.?${ports}/`
}

/** Follows `addressesOf`, for an address that asks something: a prompt may stand behind its question mark. */
export const withQuery = String.raw`[^?#]*\?`
