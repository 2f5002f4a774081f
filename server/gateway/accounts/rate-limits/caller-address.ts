import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/**
 * Whose budget a caller without a key spends: an HMAC of the address under a key that lives in
 * memory. An IPv4 address counts as it is, an IPv6 address by its /64, which one household has.
 * @param ip as the socket or a trusted proxy names it
 * @param hmacKey 32 random bytes of this process
 */
export function addressSubject(ip: string, hmacKey: Uint8Array): string {
  return `addr:${createHmac('sha256', hmacKey).update(networkOf(ip)).digest('base64url')}`
}

function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4'
    ? address.toString()
    : address.toByteArray().slice(0, 8).join('.')
}
