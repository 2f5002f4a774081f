/** Whether a JSON text that begins with a bracket ends before its brackets are closed: a part of it is missing. */
export function isOpenJson(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\' && isInText) at += 1
    else if (character === '"') isInText = !isInText
    else if (isInText) continue
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth === 0) return false
  }
  return true
}
