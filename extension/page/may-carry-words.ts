import { withQuery } from './gateway-address.ts'
import { matches } from './natives.ts'

const asking = new RegExp(`^${withQuery}`)

/** Whether such a request could carry a prompt. Paths and headers of what is only read are not looked at. */
export function mayCarryWords(method: string, href: string): boolean {
  return (method !== 'GET' && method !== 'HEAD') || matches(asking, href)
}
