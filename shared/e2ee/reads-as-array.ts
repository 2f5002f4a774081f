/** Whether a text would itself be read as a list of parts. */
export function readsAsArray(text: string): boolean {
  if (!/^\s*\[/.test(text)) return false
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}
