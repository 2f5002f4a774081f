import { NativeRequest, NativeURL } from './natives.ts'

/** The address that a page means, as a URL parser writes it; null for none. */
export function addressOf(input: RequestInfo | URL, scope: typeof globalThis): URL | null {
  try {
    const text = input instanceof NativeRequest ? input.url : String(input)
    return new NativeURL(text, scope.document.baseURI)
  } catch {
    return null
  }
}
