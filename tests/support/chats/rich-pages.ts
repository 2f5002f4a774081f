import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { frontendPages } from './frontend-pages.ts'

// The same pages, which draw what they are told with a renderer of markdown and one of formulas, as the real ones do.

const read = (url: string) =>
  readFileSync(fileURLToPath(url), 'utf8').replaceAll('</script', '<\\/script')

/** Formulas first, since a renderer of markdown would take their signs for its own; thoughts are folded away. */
const draw = `
function drawRich(text) {
  const [, thought, rest] = /^\\s*<think>([^]*?)(?:<\\/think>([^]*))?$/.exec(text) ?? [null, null, text]
  const parts = []
  const hold = (html) => 'HELD' + (parts.push(html) - 1) + 'HELD'
  const formula = (source, displayMode) => hold(katex.renderToString(source, { displayMode, throwOnError: false }))
  const held = (rest ?? '')
    .replace(/\`\`\`[^]*?(?:\`\`\`|$)|\`[^\`\\n]*\`/g, (code) => code.replaceAll('$', 'DOLLAR'))
    .replace(/\\$\\$([^]+?)\\$\\$|\\\\\\[([^]+?)\\\\\\]/g, (_, a, b) => formula(a ?? b, true))
    .replace(/\\$([^$\\n]+?)\\$|\\\\\\(([^\\n]+?)\\\\\\)/g, (_, a, b) => formula(a ?? b, false))
    .replaceAll('DOLLAR', '$')
  const html = marked.parse(held, { async: false }).replace(/HELD(\\d+)HELD/g, (_, at) => parts[at])
  return (thought === null ? '' : '<details><summary>Thought</summary>' + thought.replaceAll('<', '&lt;') + '</details>') + html
}`

const head = `<style>${read(import.meta.resolve('katex/dist/katex.min.css'))}table{border-collapse:collapse}td,th{border:1px solid;padding:0 .5em}</style><script>${read(new URL('marked.umd.js', import.meta.resolve('marked')).href)}</script><script>${read(import.meta.resolve('katex/dist/katex.min.js'))}</script><script>${draw}</script>`

export const richPages: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(frontendPages).map(([path, html]) => [
    path,
    html
      .replace('<style>', () => `${head}<style>`)
      // What the user asked, and what is told apart by its text, stays text.
      .replaceAll(/\.textContent = (text|content)\b/g, '.innerHTML = drawRich($1)')
      .replaceAll('if (shown.textContent !== text) shown.innerHTML', 'shown.innerHTML'),
  ]),
)
