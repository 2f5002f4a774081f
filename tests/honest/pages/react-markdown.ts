import { createElement as h } from 'react'
import ReactMarkdown from 'react-markdown'
import rehypeKatex from 'rehype-katex'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { reactChat } from './react-chat.ts'

// react-markdown with tables, footnotes and formulas.

reactChat((children) =>
  h(ReactMarkdown, {
    remarkPlugins: [remarkGfm, remarkMath],
    rehypePlugins: [rehypeKatex],
    children,
  }),
)
