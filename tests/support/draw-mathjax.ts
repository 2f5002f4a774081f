import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** Both that pages use: 3 draws its letters by style sheets, 4 as texts. */
export const mathjaxes = {
  3: {
    folder: new URL('.', import.meta.resolve('mathjax/es5/tex-chtml.js')),
    program: 'tex-chtml.js',
  },
  4: {
    folder: new URL(
      '.',
      import.meta.resolve('@mathjax/mathjax-tex-font/tex-mml-chtml-mathjax-tex.js'),
    ),
    program: 'tex-mml-chtml-mathjax-tex.js',
  },
} as const

const origin = 'https://mathjax.example'

/** Formulas as the real MathJax draws them in a page, which has its style sheets and fonts from then on. */
export async function drawMathjax(
  page: Page,
  version: keyof typeof mathjaxes,
  sources: readonly string[],
  display: boolean,
): Promise<readonly string[]> {
  const { folder, program } = mathjaxes[version]
  await page.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1)
    const body = await readFile(fileURLToPath(new URL(path, folder))).catch(() => null)
    await route.fulfill(
      body === null
        ? { status: 404 }
        : {
            body,
            headers: { 'access-control-allow-origin': '*' },
            contentType: path.endsWith('.js') ? 'text/javascript' : 'font/woff2',
          },
    )
  })
  if (!(await page.evaluate(() => 'MathJax' in globalThis))) {
    await page.evaluate((fontPath) => {
      Object.assign(globalThis, {
        MathJax: {
          output: { fontPath },
          startup: { typeset: false },
          // What it says of formulas, it asks a worker for.
          options: { menuOptions: { settings: { speech: false, braille: false } } },
        },
      })
    }, origin)
    await page.addScriptTag({ url: `${origin}/${program}` })
  }
  return page.evaluate(
    async ([all, isDisplay]) => {
      const { MathJax } = globalThis as unknown as {
        MathJax: {
          startup: { promise: Promise<void> }
          typesetPromise(of: Element[]): Promise<void>
        }
      }
      await MathJax.startup.promise
      const room = document.createElement('div')
      document.body.append(room)
      for (const source of all) {
        const paragraph = document.createElement('p')
        paragraph.textContent = isDisplay ? `\\[${source}\\]` : `\\(${source}\\)`
        room.append(paragraph)
      }
      await MathJax.typesetPromise([room])
      await Promise.all([...document.fonts].map((font) => font.load()))
      const drawn = [...room.children].map(
        (each) => each.querySelector('mjx-container')?.outerHTML ?? '',
      )
      room.remove()
      return drawn
    },
    [sources, display] as const,
  )
}
