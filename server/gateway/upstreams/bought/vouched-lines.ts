import { NoConnection, type Lines } from '../enclave/connection/lines.ts'

/**
 * The same lines, but none to whom no certificate authority vouches for: where only encryption leads to the enclave, the
 * operator's key travels beside it. Over plain HTTP, which an operator can only mean for a simulation, nobody is asked.
 */
export function vouchedLines(lines: Lines, origin: string): Lines {
  if (origin.startsWith('http:')) return lines
  return {
    ...lines,
    async open() {
      const line = await lines.open()
      if (line.peer.isVouchedFor) return line
      line.end()
      throw new NoConnection(Object.assign(new Error(), { code: 'ERR_NOT_VOUCHED_FOR' }))
    },
  }
}
