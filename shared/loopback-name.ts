const octet = String.raw`(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])`
const loopback = new RegExp(String.raw`^(?:127(?:\.${octet}){3}|\[::1\]|(?:.+\.)?localhost)$`)

/**
 * Whether a host's name leads to the machine of whoever says it, whatever a name server says: no page that was
 * loaded under it is a stranger's, and nobody on the way reads what is sent to it.
 * @param name lowercase, an IPv6 address in brackets
 */
export function isLoopbackName(name: string): boolean {
  return loopback.test(name)
}
