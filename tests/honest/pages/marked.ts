import hljs from 'highlight.js'
import { marked } from 'marked'
import { addCodeHeads, plainChat } from './plain-chat.ts'

// marked, highlight.js, and a button above each piece of code; no formulas.

plainChat({
  draw(box, text) {
    box.innerHTML = marked.parse(text, { async: false })
    for (const code of box.querySelectorAll<HTMLElement>('pre > code')) hljs.highlightElement(code)
    addCodeHeads(box)
  },
})
