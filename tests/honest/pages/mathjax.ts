import { marked } from 'marked'
import { plainChat } from './plain-chat.ts'

// marked, and MathJax 3 once an answer is whole; what is a formula is kept from marked.

interface MathJax {
  readonly startup: { readonly promise: Promise<void> }
  readonly typesetPromise: (of: readonly Element[]) => Promise<void>
}

const formula =
  /```[^]*?(?:```|$)|`[^`\n]*`|\$\$[^]+?\$\$|\\\[[^]+?\\\]|\\\([^\n]+?\\\)|(?<![\\$\w])\$(?=[^\s$])[^$\n]*?[^\s\\$]\$(?![\d$])/g

function draw(box: HTMLElement, text: string): void {
  const kept: string[] = []
  const held = text.replaceAll(formula, (found) =>
    found.startsWith('`') ? found : `FORMULA${kept.push(found) - 1}ALUMROF`,
  )
  const html = marked.parse(held, { async: false, breaks: true })
  box.innerHTML = html.replaceAll(/FORMULA(\d+)ALUMROF/g, (_, at: string) =>
    (kept[Number(at)] ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )
}

plainChat({
  draw,
  async finish(box) {
    const { MathJax } = globalThis as unknown as { MathJax: MathJax }
    await MathJax.startup.promise
    await MathJax.typesetPromise([box])
  },
})
