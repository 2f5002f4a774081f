import type { DemoMessage } from './demo-request-schema.ts'
import { firstCharacters } from './first-characters.ts'

/** Tells the reader what reached the model: the question, who said how much, and what was attached. */
export function describeRequest(messages: readonly DemoMessage[], asked: string): string {
  const verb = /\?\s*$|^(what|who|when|where|why|how|is|are|can|do|does|which)\b/i.test(asked)
    ? 'You asked'
    : 'You wrote'
  return [
    asked === '' ? 'You sent no text.' : `${verb}: ${quote(asked)}.`,
    attached(messages),
    `What reached me: ${countRoles(messages)}.`,
    'Connect an upstream in gateway.config.json and a real model answers.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

const nouns: Readonly<Record<string, string>> = {
  image_url: 'image',
  input_audio: 'sound recording',
  file: 'file',
}

function attached(messages: readonly DemoMessage[]): string {
  const types = messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.map(({ type }) => type) : [],
  )
  const counts = Object.entries(nouns)
    .map(([type, noun]) => [types.filter((each) => each === type).length, noun] as const)
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
  return counts.length === 0 ? '' : `You attached ${counts.join(' and ')}, which I cannot look at.`
}

function countRoles(messages: readonly DemoMessage[]): string {
  const counts = new Map<string, number>()
  for (const { role } of messages) counts.set(role, (counts.get(role) ?? 0) + 1)
  const total = `${messages.length} message${messages.length === 1 ? '' : 's'}`
  return `${total} (${[...counts].map(([role, count]) => `${count} ${role}`).join(', ')})`
}

const longestQuote = 300

const fence = '```'

/**
 * At most 300 characters, cut between words where there are any. A block of code in it stands in lines of its own
 * and ends, so that what follows is no part of it.
 */
export function quote(text: string): string {
  const whole = text.trim()
  const cut = firstCharacters(whole, longestQuote)
  const shown = cut === whole ? whole : `${cut.replace(/\s+\S*$/u, '').replace(/`+$/, '')}…`
  const fences = shown.split(fence).length - 1
  if (fences === 0) return `“${shown}”`
  return `“\n${shown}\n${fences % 2 === 0 ? '' : `${fence}\n`}”`
}
