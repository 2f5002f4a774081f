import type { Page } from 'playwright-core'
import type { AnswerState } from '../../extension/answer/answer-card.ts'
import { bundleBadge, cardOf } from '../support/bundle-badge.ts'

const labels: Readonly<Record<AnswerState, string>> = {
  verified: 'End-to-end encrypted: only the attested enclave could read this',
  promise: 'Private: the operator promises that nothing is kept',
  simulated: 'Simulated enclave, no hardware proof',
  partial: 'Partly checked, tee',
  'unknown-signer': 'Receipt of an unknown gateway',
  'no-receipt': 'No receipt',
  failed: 'Failed: commitment.response',
}

/** Draws the badge of every state, on a light page and on a dark one. */
export async function drawBadgeStates(page: Page): Promise<void> {
  const program = await bundleBadge('make-badge')
  const contents = [
    { kind: 'provisional' },
    ...Object.entries(labels).map(([state, label]) => ({
      kind: 'card',
      card: { ...cardOf(state as AnswerState), label },
    })),
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
