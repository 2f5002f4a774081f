import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, vi } from 'vitest'
import { readShown } from '../../extension/reading/page/read-shown.ts'

/** For the tests of a file: a document has no layout of its own, and all of it is seen. */
export function stubLayout(): void {
  beforeAll(() => {
    vi.stubGlobal('getComputedStyle', () => ({ display: 'block', visibility: 'visible' }))
  })
  afterAll(() => vi.unstubAllGlobals())
}

/** What a page reads like that shows this. */
export function readLinked(html: string): string {
  const { document, Element } = parseHTML(`<!doctype html><main>${html}</main>`)
  Object.assign(Element.prototype, { checkVisibility: () => true })
  return readShown(document.querySelector('main') as unknown as Element, () => false)
}
