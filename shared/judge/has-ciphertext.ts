/** Of at least an encrypted empty text. */
const ciphertext = /"[0-9a-f]{120,}"/i

/** Whether a text in JSON has a member that looks encrypted. */
export function hasCiphertext(json: string): boolean {
  return ciphertext.test(json)
}
