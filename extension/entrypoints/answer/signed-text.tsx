import type { Nodes } from 'mdast'
import { Fragment, type ReactNode } from 'react'
import { parseMarkdown } from '../../reading/parse-markdown.ts'

/** The words of an answer with their marks drawn by us; nothing in them loads, runs or leads anywhere. */
export function SignedText({ text }: { readonly text: string }) {
  const tree = parseMarkdown(text, { dollars: 'none', gfm: true, html: false })
  if (tree === null) return <pre>{text}</pre>
  return <>{tree.children.map(draw)}</>
}

function draw(node: Nodes, at: number): ReactNode {
  const inner = 'children' in node ? node.children.map(draw) : null
  switch (node.type) {
    case 'paragraph':
      return <p key={at}>{inner}</p>
    case 'heading':
      return (
        <p key={at}>
          <strong>{inner}</strong>
        </p>
      )
    case 'list':
      return node.ordered ? (
        <ol key={at} start={node.start ?? 1}>
          {inner}
        </ol>
      ) : (
        <ul key={at}>{inner}</ul>
      )
    case 'listItem':
      return (
        <li key={at}>
          {typeof node.checked === 'boolean' && (node.checked ? '[x] ' : '[ ] ')}
          {inner}
        </li>
      )
    case 'blockquote':
      return <blockquote key={at}>{inner}</blockquote>
    case 'code':
      return (
        <pre key={at}>
          <code>{node.value}</code>
        </pre>
      )
    case 'table':
      return (
        <table key={at}>
          <tbody>{inner}</tbody>
        </table>
      )
    case 'tableRow':
      return <tr key={at}>{inner}</tr>
    case 'tableCell':
      return <td key={at}>{inner}</td>
    case 'emphasis':
      return <em key={at}>{inner}</em>
    case 'strong':
      return <strong key={at}>{inner}</strong>
    case 'delete':
      return <del key={at}>{inner}</del>
    case 'inlineCode':
      return <code key={at}>{node.value}</code>
    case 'break':
      return <br key={at} />
    case 'thematicBreak':
      return <hr key={at} />
    case 'link':
      return (
        <Fragment key={at}>
          {inner} (<bdi>{node.url}</bdi>)
        </Fragment>
      )
    case 'image':
      return (
        <Fragment key={at}>
          {node.alt} (<bdi>{node.url}</bdi>)
        </Fragment>
      )
    case 'definition':
      return (
        <p key={at}>
          [{node.label}]: <bdi>{node.url}</bdi>
        </p>
      )
    case 'text':
    case 'html':
    case 'math':
    case 'inlineMath':
      return <Fragment key={at}>{node.value}</Fragment>
    default:
      return <Fragment key={at}>{inner}</Fragment>
  }
}
