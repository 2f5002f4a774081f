import type { Page } from 'playwright-core'
import type { AnswerState } from '#shared/judge/state/answer-state.ts'
import { lookOfReceipt } from '#shared/judge/state/look-of.ts'
import type { Mode } from '#shared/modes.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { plainSaid } from '../../extension/answer/said.ts'
import { bundleBadge, cardOf } from '../support/extension/bundle-badge.ts'

/** Each state, of an answer in a mode that it may have. */
const shown: readonly (readonly [AnswerState, Mode])[] = [
  ['failed', 'private'],
  ['no-receipt', 'private'],
  ['unknown-signer', 'private'],
  ['simulated', 'tee'],
  ['not-fully-checked', 'tee'],
  ['gateways-claim', 'tee'],
  ['providers-claim', 'tee'],
  ['promised', 'anonymized'],
  ['promised', 'private'],
  ['verified', 'e2ee'],
]

/** Draws the badge of every state, on a light page and on a dark one. */
export async function drawBadgeStates(page: Page): Promise<void> {
  const program = await bundleBadge('make-badge')
  const contents = [
    { said: plainSaid.writing, card: null },
    ...shown.map(([state, mode]) => {
      const { label } = lookOfReceipt({ body: { mode } } as Receipt, state)
      const card = { ...cardOf(state), label }
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
