/** What front-ends add to an answer, and that is none of it. */

/** Numbers of lines; on some pages, lines with a number. */
export const numberedSelector =
  '[class*="line-num" i], [class*="linenumber" i], [class*="lineno" i], [data-line-number]'

/** Controls and what is for screen readers: their words are the answer's only where without them something is missing. */
export const besideSelector = [
  'button',
  '[role="button"]',
  '[aria-hidden="true"]',
  '.sr-only',
  '.visually-hidden',
  'summary',
  'label',
  numberedSelector,
  // Ways back from a footnote.
  '[data-footnote-backref]',
  '.footnote-backref',
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

/** Behind a link: that it is not followed, or where it leads. */
export const behindLinks = ['[blocked]', '(opens in a new tab)', '↗']

/** A link in a heading, to the heading. */
export const waysToHeadings = ['#', '¶', '§', '🔗']

/** Behind a block, to end what a renderer of unfinished texts takes for open. */
export const signsBehind = ['*', '**', '***', '_', '__', '`', '~~', '](streamdown:incomplete-link)']

/** What languages are called above code, beside the name that the page marks it with. */
const languages = new Set(
  `bash c c# c++ clojure cmd code console cpp cs csharp css csv dart diff docker dockerfile elixir erlang go
  graphql haskell html ini java javascript js json jsonc jsx julia kotlin latex lua makefile markdown
  matlab md mermaid nginx objective-c perl php plain plaintext powershell py python r rb rs ruby rust
  scala scss sh shell sql svelte swift terraform text toml ts tsx txt typescript vue xml yaml yml zig
  zsh`.split(/\s+/),
)

/** @param own as the page marks the code; null where it does not */
export function isLanguage(label: string, own: string | null): boolean {
  const name = label.toLowerCase()
  return name === own?.toLowerCase() || name === 'plain text' || languages.has(name)
}
