import { bytesToHex, parseHex, utf8ToBytes } from '#shared/bytes/bytes.ts'

const keyName = 'text-key'

let textKey: Promise<CryptoKey> | null = null

/**
 * Made once, and kept where no page can read it: a digest of a text tells nothing without it. Whoever asks
 * while it is being made waits for the same one: of two keys one would be lost, with all that it digested.
 */
function readTextKey(): Promise<CryptoKey> {
  textKey ??= readOrMakeTextKey().catch((error: unknown) => {
    textKey = null
    throw error
  })
  return textKey
}

async function readOrMakeTextKey(): Promise<CryptoKey> {
  const stored = (await chrome.storage.local.get(keyName))[keyName] as string | undefined
  const hex = stored ?? bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  if (stored === undefined) await chrome.storage.local.set({ [keyName]: hex })
  const key = new Uint8Array(parseHex(hex, 32))
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

/** HMAC-SHA-256 over the site and the words, 64 hex digits: what is kept in place of a text on a screen. */
export async function textDigests(
  origin: string,
  texts: readonly string[],
): Promise<readonly string[]> {
  const key = await readTextKey()
  return Promise.all(
    texts.map(async (text) => {
      const bytes = new Uint8Array(utf8ToBytes(`${origin}\n${text}`))
      return bytesToHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes)))
    }),
  )
}
