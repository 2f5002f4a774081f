/** `size` random bytes. */
export type RandomBytes = (size: number) => Buffer

const keyPrefix = 'sk-csn-'

/** `sk-csn-` and 43 characters (32 random bytes in base64url). Shown once, never kept. */
export function newKey(randomBytes: RandomBytes): string {
  return keyPrefix + randomBytes(32).toString('base64url')
}

/** `key_` or `vou_` and 22 characters: random, so that it links to nothing. */
export function newId(prefix: 'key' | 'vou', randomBytes: RandomBytes): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`
}

// Crockford's base 32: no I, L, O or U, so that a code survives being read aloud and typed.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `CSNV-` and five groups of five characters: 125 random bits. */
export function newVoucherCode(randomBytes: RandomBytes): string {
  const letters = [...randomBytes(25)].map((byte) => alphabet.charAt(byte % 32))
  const groups = [0, 5, 10, 15, 20].map((start) => letters.slice(start, start + 5).join(''))
  return ['CSNV', ...groups].join('-')
}

/** A code as people type it: any case, spaces, and the letters that look like digits. */
export function normalizeVoucherCode(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '')
  const body = plain.slice(4).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return [plain.slice(0, 4), ...(body.match(/.{1,5}/g) ?? [])].join('-')
}
