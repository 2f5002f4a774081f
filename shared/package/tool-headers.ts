/** Of a gateway's head, what tools act on: its id of the request, when to come back, what is left of which budget. */
const forTools =
  /^(?:retry-after|retry-after-ms|x-should-retry|x-request-id|x-ratelimit-[a-z-]{1,40})$/

export function toolHeaders(headers: Headers): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, value] of headers) {
    if (forTools.test(name) && /^[ -~]{1,128}$/.test(value)) found[name] = value
  }
  return found
}
