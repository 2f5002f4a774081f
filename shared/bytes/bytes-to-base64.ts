const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** RFC 4648 §4, padded. Reading it back is strict, and left to a library; writing is this much. */
export function bytesToBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3)
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    text += `${digits[bits >> 18] ?? ''}${digits[(bits >> 12) & 63] ?? ''}`
    text += second === undefined ? '=' : (digits[(bits >> 6) & 63] ?? '')
    text += third === undefined ? '=' : (digits[bits & 63] ?? '')
  }
  return text
}
