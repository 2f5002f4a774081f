import type { Nodes } from 'mdast'
import { createElement, type ReactNode } from 'react'
import { parseMarkdown } from '../../reading/parse-markdown.ts'

/** The words of an answer with their marks drawn by us; nothing in them loads, runs or leads anywhere. */
export function SignedText({ text }: { readonly text: string }) {
  const tree = parseMarkdown(text, { dollars: 'none', gfm: true, html: false })
  if (tree === null) return <pre>{text}</pre>
  return <>{tree.children.map(draw)}</>
}

const tags: Readonly<Partial<Record<Nodes['type'], string>>> = {
  paragraph: 'p',
  heading: 'h3',
  listItem: 'li',
  blockquote: 'blockquote',
  code: 'pre',
  table: 'table',
  tableRow: 'tr',
  tableCell: 'td',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  inlineCode: 'code',
}

function draw(node: Nodes, at: number): ReactNode {
  if (node.type === 'break') return <br key={at} />
  if (node.type === 'thematicBreak') return <hr key={at} />
  const inner = 'children' in node ? node.children.map(draw) : 'value' in node ? node.value : null
  if (node.type === 'list') {
    return createElement(
      node.ordered ? 'ol' : 'ul',
      { key: at, start: node.start ?? undefined },
      inner,
    )
  }
  return createElement(
    tags[node.type] ?? 'span',
    { key: at },
    markBefore(node),
    inner,
    addressOf(node),
  )
}

function markBefore(node: Nodes): string | null {
  if (node.type === 'image') return node.alt ?? null
  if (node.type === 'definition') return `[${node.label ?? ''}]:`
  const { checked = null } = node.type === 'listItem' ? node : {}
  return checked === null ? null : checked ? '[x] ' : '[ ] '
}

/** An address is words, too: it is shown, and leads nowhere. */
function addressOf(node: Nodes): string | null {
  return 'url' in node ? ` (${node.url})` : null
}
