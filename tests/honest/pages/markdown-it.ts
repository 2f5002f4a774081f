import katex from '@vscode/markdown-it-katex'
import markdownIt from 'markdown-it'
import { plainChat } from './plain-chat.ts'

// markdown-it with links made of addresses, and KaTeX.

const renderer = markdownIt({ linkify: true }).use(katex.default)

plainChat({
  draw(box, text) {
    box.innerHTML = renderer.render(text)
  },
})
