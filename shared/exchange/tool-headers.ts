/** Headers of a gateway that tools act on: the id of the request, when to come back, how much of which budget is left. */
const forTools =
  /^(?:retry-after|retry-after-ms|x-should-retry|x-request-id|x-ratelimit-[a-z-]{1,40})$/

/** @param headers names in lower case, as a `Headers` gives them */
export function toolHeaders(
  headers: Iterable<readonly [string, string]>,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, value] of headers) {
    if (forTools.test(name) && /^[ -~]{1,128}$/.test(value)) found[name] = value
  }
  return found
}
