const loopback = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost|[^/]+\.localhost)$/

/** Of an address that was parsed. */
interface Address {
  readonly protocol: string
  readonly hostname: string
}

/** Whether what is sent goes over a network that others read and change: a key, and in `tee` the words. */
export function isPlainHttp({ protocol, hostname }: Address): boolean {
  return protocol === 'http:' && !loopback.test(hostname)
}
