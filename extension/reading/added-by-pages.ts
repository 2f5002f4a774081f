/** What front-ends add to an answer, and that is none of it. */

/** Controls and what is for screen readers: their words are the answer's only where without them something is missing. */
export const besideSelector = [
  'button',
  '[role="button"]',
  '[aria-hidden="true"]',
  '.sr-only',
  '.visually-hidden',
  'summary',
  'label',
  // Numbers of lines.
  '[class*="line-num" i]',
  '[class*="linenumber" i]',
  '[class*="lineno" i]',
  '[data-line-number]',
  // Ways back from a footnote, and to a heading.
  '[data-footnote-backref]',
  '.footnote-backref',
  'a.anchor',
].join(', ')

/** What holds words that are never those of an answer. */
export const apartSelector =
  'script, style, template, noscript, select, textarea, option, datalist, svg, canvas, iframe, object, video, audio, .cm-gutters, .cm-announced, .cm-layer'

/** On controls, whose words change when they are pressed. */
export const onControls =
  /^(?:copy(?: code)?|copied!?|download|save|saved|edit|run|preview|wrap|expand|collapse|show (?:more|less))$/i

/** Above what a model thought, in English. */
export const aboveThoughts =
  /^(?:thoughts?|thought process|reasoning|thinking(?:…|\.\.\.)?|thought for (?:less than a second|a (?:few seconds|second|minute)|\d+ (?:seconds?|minutes?)))$/i

/** Around a block of code, where they are no controls. */
export const besideCode = ['Copy', 'Copy code', 'Copied', 'Copied!', 'Download', 'Run', 'Edit']

/** Names of languages, where they are not written above code as they stand behind its fence. */
const languageNames: Readonly<Record<string, readonly string[]>> = {
  '': ['text', 'plaintext', 'plain text', 'code', 'txt'],
  'c#': ['csharp'],
  'c++': ['cpp'],
  bash: ['shell', 'sh'],
  cpp: ['c++'],
  cs: ['c#', 'csharp'],
  csharp: ['c#'],
  js: ['javascript'],
  jsx: ['javascript', 'react'],
  md: ['markdown'],
  py: ['python'],
  rb: ['ruby'],
  rs: ['rust'],
  sh: ['bash', 'shell'],
  shell: ['bash', 'sh'],
  text: ['plaintext', 'plain text'],
  ts: ['typescript'],
  tsx: ['typescript'],
  yml: ['yaml'],
}

/** What may stand above a block of code for its language. @param language as behind its fence */
export function languageLabels(language: string): readonly string[] {
  const lower = language.toLowerCase()
  const names = [lower, ...(languageNames[lower] ?? [])].filter((name) => name !== '')
  const cased = names.flatMap((name) => [
    name,
    name.toUpperCase(),
    name.charAt(0).toUpperCase() + name.slice(1),
    special[name] ?? name,
  ])
  return [...new Set([language, ...cased])].filter((name) => name !== '')
}

const special: Readonly<Record<string, string>> = {
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  'plain text': 'Plain Text',
}
