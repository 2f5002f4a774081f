/** Whether it is a text, of more than spaces. */
export function hasText(node: Node): boolean {
  return node.nodeType === node.TEXT_NODE && /\S/.test(node.nodeValue ?? '')
}
