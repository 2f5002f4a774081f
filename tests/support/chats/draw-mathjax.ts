import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** 3 draws its letters by style sheets, 4 as texts. */
export type MathjaxVersion = 3 | 4

const programs: Readonly<Record<MathjaxVersion, string>> = {
  3: import.meta.resolve('mathjax/es5/tex-chtml.js'),
  4: import.meta.resolve('@mathjax/mathjax-tex-font/tex-mml-chtml-mathjax-tex.js'),
}

const origin = 'https://mathjax.example'

/** Loads the real MathJax into a page, with its fonts, and what content scripts have to look into elements with. */
export async function loadMathjax(page: Page, version: MathjaxVersion): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1)
    const body = await readFile(fileURLToPath(new URL(path, programs[version]))).catch(() => null)
    if (body === null) return route.fulfill({ status: 404 })
    const contentType = path.endsWith('.js') ? 'text/javascript' : 'font/woff2'
    return route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } })
  })
  // What version 4 says of formulas aloud, it asks a worker for.
  const options =
    version === 4 ? { menuOptions: { settings: { speech: false, braille: false } } } : {}
  await page.evaluate(
    ([fontPath, own]) => {
      Object.assign(globalThis, {
        MathJax: {
          ...(own.menuOptions ? { output: { fontPath } } : {}),
          options: own,
          startup: { typeset: false },
        },
        chrome: { dom: { openOrClosedShadowRoot: (element: Element) => element.shadowRoot } },
      })
    },
    [origin, options] as const,
  )
  await page.addScriptTag({ url: `${origin}/${programs[version].split('/').at(-1)}` })
}

/** Formulas as MathJax draws them in a page that it was loaded into. */
export async function drawMathjax(
  page: Page,
  sources: readonly string[],
  isDisplay: boolean,
): Promise<readonly string[]> {
  return page.evaluate(
    async ([all, [open, close]]) => {
      const { MathJax } = globalThis as unknown as {
        MathJax: {
          startup: { promise: Promise<void> }
          typesetPromise: (of: Element[]) => Promise<void>
        }
      }
      await MathJax.startup.promise
      const room = document.createElement('div')
      document.body.append(room)
      for (const source of all) {
        const paragraph = document.createElement('p')
        paragraph.textContent = open + source + close
        room.append(paragraph)
      }
      await MathJax.typesetPromise([room])
      await Promise.all([...document.fonts].map((font) => font.load()))
      const drawn = [...room.children].map((each) => each.innerHTML)
      room.remove()
      return drawn
    },
    [sources, isDisplay ? ['\\[', '\\]'] : ['\\(', '\\)']] as const,
  )
}
