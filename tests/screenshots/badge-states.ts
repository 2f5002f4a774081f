import type { Page } from 'playwright-core'
import { answerStates } from '#shared/judge/state/answer-state.ts'
import { lookOf } from '#shared/judge/state/look-of.ts'
import { plainSaid } from '../../extension/answer/said.ts'
import { bundleBadge, cardOf } from '../support/bundle-badge.ts'

/** Draws the badge of every state, on a light page and on a dark one. */
export async function drawBadgeStates(page: Page): Promise<void> {
  const program = await bundleBadge('make-badge')
  const contents = [
    { said: plainSaid.writing, card: null },
    ...answerStates.map((state) => {
      const card = { ...cardOf(state), label: lookOf(state).label }
      return { said: card, card }
    }),
  ]
  const column = (name: string, style: string) =>
    `<div id="${name}" style="flex:1;padding:24px;${style}"></div>`
  await page.setContent(
    `<body style="margin:0;display:flex;min-height:100vh">${column('light', 'background:#fff')}${column('dark', 'background:#16181b')}</body>`,
  )
  await page.evaluate(program)
  await page.evaluate((all) => {
    const { makeBadge } = (
      globalThis as unknown as {
        badge: {
          readonly makeBadge: (actions: object) => {
            host: HTMLElement
            show(content: object): void
            matchPage(): void
          }
        }
      }
    ).badge
    for (const name of ['light', 'dark']) {
      for (const content of all) {
        const made = makeBadge({ open: () => {} })
        document.getElementById(name)?.append(made.host)
        made.show(content)
        made.matchPage()
      }
    }
  }, contents)
}
