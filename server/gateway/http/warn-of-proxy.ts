import type { IncomingMessage, Server } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { SafeLogger } from '../common/safe-logger.ts'

const ofNeighbours = ['private', 'loopback', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/**
 * Says once that a proxy seems to stand in front of a gateway that believes none: then all of its callers have
 * one address, and share one budget.
 */
export function warnOfProxy(server: Server, logger: Pick<SafeLogger, 'warn'>): void {
  function look({ headers, socket }: IncomingMessage): void {
    const header = ['x-forwarded-for', 'forwarded'].find((name) => headers[name] !== undefined)
    if (header === undefined || !isNeighbour(socket.remoteAddress ?? '')) return
    server.off('request', look)
    logger.warn(
      { setting: 'TRUST_PROXY', header },
      'a proxy seems to stand in front, and TRUST_PROXY is not set: all callers behind it share the budget of one address. Set it to the number of proxies (1), or to their addresses',
    )
  }
  server.on('request', look)
}

function isNeighbour(address: string): boolean {
  return ipaddr.isValid(address) && ofNeighbours.includes(ipaddr.process(address).range())
}
