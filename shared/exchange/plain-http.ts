import { isLoopbackName } from '../loopback-name.ts'

/** Of an address that was parsed. */
interface Address {
  readonly protocol: string
  readonly hostname: string
}

/** Whether what is sent goes over a network that others read and change: a key, and in `tee` the words. */
export function isPlainHttp({ protocol, hostname }: Address): boolean {
  return protocol === 'http:' && !isLoopbackName(hostname)
}
