import { parseHTML } from 'linkedom'

/** A saved page as a document. What it lacks beside a browser's is the layout: `innerText` is its text. */
export function linkedDocument(html: string): Document {
  const { document } = parseHTML(html.slice(html.indexOf('<!doctype')))
  for (const element of document.querySelectorAll('*')) {
    Object.defineProperty(element, 'innerText', { get: () => element.textContent })
  }
  return document as unknown as Document
}
