import { operatorLog } from '#shared/words/english/programs/operator-log.ts'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { SafeLogger } from '../common/safe-logger.ts'

const ofNeighbours = ['private', 'loopback', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/**
 * Looks at requests of callers without a key, and says once that a proxy seems to stand in front of a gateway that believes
 * none: then all of them have one address, and share one budget.
 */
export function warnOfProxy(logger: Pick<SafeLogger, 'warn'>): (request: IncomingMessage) => void {
  let isSaid = false
  return ({ headers, socket }) => {
    const header = ['x-forwarded-for', 'forwarded'].find((name) => headers[name] !== undefined)
    if (header === undefined || isSaid || !isNeighbour(socket.remoteAddress ?? '')) return
    isSaid = true
    logger.warn({ setting: 'TRUST_PROXY', header }, operatorLog.proxy)
  }
}

function isNeighbour(address: string): boolean {
  return ipaddr.isValid(address) && ofNeighbours.includes(ipaddr.process(address).range())
}
