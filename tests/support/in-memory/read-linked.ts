import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, vi } from 'vitest'
import { readShown } from '../../../extension/reading/page/read-shown.ts'

/** Elements that a browser draws within a line. */
const inline =
  /^(?:a|abbr|b|button|code|del|em|i|img|input|ins|kbd|label|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)$/

/** For the tests of a file: a document has no layout of its own, and all of it is seen. */
export function stubLayout(): void {
  beforeAll(() => {
    vi.stubGlobal('getComputedStyle', ({ localName }: Element) => ({
      display: inline.test(localName) ? 'inline' : 'block',
      visibility: 'visible',
    }))
  })
  afterAll(() => vi.unstubAllGlobals())
}

/** What a page reads like that shows this. */
export function readLinked(html: string): string {
  const { document, Element } = parseHTML(`<!doctype html><main>${html}</main>`)
  Object.assign(Element.prototype, { checkVisibility: () => true })
  return readShown(document.querySelector('main') as unknown as Element, () => false)
}
