import { parseHTML } from 'linkedom'

/** A saved page as a document. What it lacks beside a browser's is the layout: `innerText` is its text. */
export function linkedDocument(html: string): Document {
  const { document } = parseHTML(html.slice(html.indexOf('<!doctype')))
  for (const template of document.querySelectorAll('template[shadowrootmode="open"]')) {
    const root = template.parentElement?.attachShadow({ mode: 'open' })
    if (root) root.innerHTML = template.innerHTML
    template.remove()
  }
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const roots: readonly ParentNode[] = [document, ...shadows]
  for (const element of roots.flatMap((root) => [...root.querySelectorAll('*')])) {
    Object.defineProperty(element, 'innerText', { get: () => element.textContent })
  }
  return document as unknown as Document
}
