import { isLoopbackName } from '#shared/loopback-name.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Through which proxy an address is reached, as `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` say, in either case;
 * null for straight there. What is on this machine is never asked through another.
 */
export function proxyFor(address: string, variables: Variables): URL | null {
  const { protocol, hostname, port } = new URL(address)
  const named = (name: string) => variables[name.toLowerCase()] || variables[name] || null
  const proxy = protocol === 'https:' ? named('HTTPS_PROXY') : named('HTTP_PROXY')
  if (proxy === null || isLoopbackName(hostname)) return null
  const usualPort = protocol === 'https:' ? '443' : '80'
  const exceptions = (named('NO_PROXY') ?? '').split(/[\s,]+/)
  if (exceptions.some((each) => isMeant(each, hostname, port || usualPort))) return null
  const url = proxy.includes('://') ? proxy : `http://${proxy}`
  return URL.canParse(url) ? new URL(url) : null
}

/** `*`, a name with all below it, or either with a port. */
function isMeant(exception: string, hostname: string, port: string): boolean {
  if (exception === '*') return true
  const { name = '', only } = /^\*?\.?(?<name>.*?)(?::(?<only>\d+))?$/.exec(exception)?.groups ?? {}
  if (name === '' || (only !== undefined && only !== port)) return false
  const lower = name.toLowerCase()
  return hostname === lower || hostname.endsWith(`.${lower}`)
}
