import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { frontendPages } from '../../../support/chats/frontend-pages.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'
import type { Lie } from '../../../support/peers/start-middle.ts'

// The same words come twice: with a receipt, and without one or with another. No answer wears another's.

let page: Page

const observed = await untilEnd(
  startObservedSite({ running: inject('demo'), pages: frontendPages }),
)

beforeEach(async () => {
  observed.gateway.lie({})
  await observed.ui({ kind: 'wipe' })
  return () => observed.leavePage(page)
})

/** As a provider answers that signs nothing of what it streams. */
const withoutReceipt: Lie = {
  onAnswer(answer, { path, request }) {
    if (!path.endsWith('/chat/completions') || !request.body.includes('"stream":true')) return
    const text = answer.body.toString()
    const stripped = text.replaceAll(/^data: (\{.*)$/gm, (_line, json: string) => {
      const { svc: _svc, ...rest } = JSON.parse(json) as Record<string, unknown>
      return `data: ${JSON.stringify(rest)}`
    })
    expect(text).toContain('"svc"')
    expect(stripped).not.toContain('"svc"')
    answer.body = Buffer.from(stripped)
  },
}

const words = 'Say “The very same words, whoever says them.”'
const otherWords = 'Say “Something else, so that it is known where we are.”'

async function open(path: string): Promise<void> {
  page = await observed.openPage(`${path}?gateway=${encodeURIComponent(observed.gateway.baseUrl)}`)
}

const send = (question: string) =>
  page.evaluate(
    (asked) => (globalThis as unknown as { send(question: string): Promise<void> }).send(asked),
    question,
  )

/** The chat is left for an empty one; the page itself stays. */
const newChat = () => page.evaluate('document.body.firstElementChild.replaceChildren()')

/** One that is delivered in another mode. */
const chooseModel = (model: string) =>
  page.evaluate((name) => Object.assign(globalThis, { model: name }), model)

/** Draws what stands there again, as a front-end does when it is loaded. */
async function reload(change = (html: string) => html): Promise<void> {
  const drawn = await page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const badge of copy.querySelectorAll('countersign-badge')) badge.remove()
    return copy.firstElementChild?.innerHTML ?? ''
  })
  await page.reload()
  await page.evaluate((html) => {
    const list = document.body.firstElementChild
    if (list) list.innerHTML = html
  }, change(drawn))
}

const ofPrivate = /^Private · promised\. /

const kept = async () =>
  (await observed.ui({ kind: 'list-answers', origin: observed.siteUrl, search: '', skip: 0 }))
    .answers

/** How many answers stand beside their text. */
const placed = async () => (await kept()).filter(({ card }) => card.shown === 'same').length

/** Those that say more than that nothing came. */
const badgesWithReceipt = async () =>
  (await badgeNames(page)).filter((name) => !name.startsWith('No receipt. '))

/** An answer that comes with a receipt, and is shown nowhere. */
const askUnseen = () =>
  page.evaluate(
    async ([gateway, content]) => {
      const body = JSON.stringify({ model: 'svc-chat', messages: [{ role: 'user', content }] })
      await (await fetch(`${gateway}/v1/chat/completions`, { method: 'POST', body })).text()
    },
    [observed.gateway.baseUrl, words] as const,
  )

/** An answer with a receipt and its badge: whatever came before it was looked at by then. */
async function askSomethingElse(): Promise<void> {
  observed.gateway.lie({})
  const before = await placed()
  await send(otherWords)
  await expect.poll(placed).toBe(before + 1)
  await expect.poll(badgesWithReceipt).toContainEqual(expect.stringMatching(ofPrivate))
}

test('the same words, asked again in a new chat of a provider that signs nothing, have no badge, drawn again either', async () => {
  await open('/open-webui')
  await send(words)
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(ofPrivate)])
  await newChat()
  await expect.poll(() => badgeNames(page)).toEqual([])
  observed.gateway.lie(withoutReceipt)
  await send(words)
  await askSomethingElse()
  await expect.poll(badgesWithReceipt).toHaveLength(1)
  // The message has a name of its own, and wears no badge of another one with its words when it is drawn again, either.
  await reload()
  await askSomethingElse()
  await expect.poll(badgesWithReceipt).toHaveLength(2)
})

test('below the answer that came with a receipt, the same words without one have no badge', async () => {
  await open('/lobehub')
  await send(words)
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(ofPrivate)])
  observed.gateway.lie(withoutReceipt)
  await send(words)
  await askSomethingElse()
  // Of a list that is drawn as far as it is in sight, the first one is out of it.
  await expect.poll(badgesWithReceipt).toHaveLength(1)
})

test.each([
  ['/open-webui', expect.stringMatching(/^Anonymized · promised\. /)],
  ['/big-agi', expect.stringMatching(/^Several receipts\./)],
] as const)(
  '%s: of two modes with the same words the one that stood there is told by its name, or not at all',
  async (path, badge) => {
    await open(path)
    await send(words)
    await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(ofPrivate)])
    await newChat()
    await chooseModel('svc-frontier-mini')
    await send(words)
    await expect
      .poll(() => badgeNames(page))
      .toEqual([expect.stringMatching(/^Anonymized · promised\. /)])
    await expect
      .poll(async () => (await kept()).map(({ card }) => [card.mode, card.shown]))
      .toEqual([
        ['anonymized', 'same'],
        ['private', 'same'],
      ])
    await reload()
    await expect.poll(() => badgeNames(page)).toEqual([badge])
  },
)

/** What is drawn, with another question before the answer. */
const askOtherwise = (html: string) => html.replace(words, 'Who says so, and in which words?')

test('behind another question, the card says that an answer was found by its words alone', async () => {
  await open('/big-agi')
  await send(words)
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(ofPrivate)])
  await reload(askOtherwise)
  await expect
    .poll(async () => (await kept())[0]?.card.circumstances.join())
    .toContain('Found by its words')
  const [answer] = await kept()
  expect(answer?.card).toMatchObject({ found: 'by-words', shown: 'same' })
  expect(answer?.card.notEstablished.join()).toContain('only the words are the same')
})

test('what stood there keeps to itself: the same words that come now have the badge, and they alone', async () => {
  await open('/big-agi')
  observed.gateway.lie(withoutReceipt)
  await send(otherWords)
  await send(words)
  await reload()
  observed.gateway.lie({})
  await send(words)
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(ofPrivate)])
  const turns = page.locator('li:has(.markdown-body)')
  expect(await turns.count()).toBe(3)
  await expect.poll(() => turns.last().locator('countersign-badge').count()).toBe(1)
})

test('an answer that is written anew in its place by somebody else loses its badge, whatever it says', async () => {
  await open('/big-agi')
  await send(words)
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(ofPrivate)])
  // As fast as a page can: between two of our looks.
  await page.evaluate(async () => {
    const shown = document.querySelector('.markdown-body')
    const text = shown?.textContent ?? ''
    for (const part of ['', text.slice(0, 9), text.slice(0, 20), text]) {
      if (shown) shown.textContent = part
      await Promise.resolve()
    }
  })
  await askSomethingElse()
  await expect.poll(badgesWithReceipt).toHaveLength(1)
})

test.each([
  ['hides', 'turn.style.visibility = "hidden"', 'turn.style.visibility = ""'],
  ['removes', 'turn.remove()', 'document.querySelector("li").after(turn)'],
])(
  'what somebody else wrote in the place of an answer wears no badge of it when a page %s it for a while',
  async (_, hide, show) => {
    await open('/big-agi')
    await send(words)
    await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(ofPrivate)])
    observed.gateway.lie(withoutReceipt)
    await page.keyboard.press('Enter')
    await page.evaluate(`
      var turn = document.querySelector('li:has(.markdown-body)')
      var shown = turn.querySelector('.markdown-body')
      shown.textContent = ''
      complete(chatUrl(), ${JSON.stringify(words)}, (text) => { shown.textContent = text })`)
    await askSomethingElse()
    for (const change of [hide, show]) {
      // eslint-disable-next-line no-await-in-loop
      await page.mouse.click(5, 5)
      // eslint-disable-next-line no-await-in-loop
      await page.evaluate(change)
      // eslint-disable-next-line no-await-in-loop
      await askSomethingElse()
    }
    await expect.poll(badgesWithReceipt).toHaveLength(3)
  },
)

test('where messages have no names, the same words twice have two badges, and none once they came without a receipt, too', async () => {
  await open('/big-agi')
  await send(words)
  await send(words)
  const ofBoth = [expect.stringMatching(ofPrivate), expect.stringMatching(ofPrivate)]
  await expect.poll(() => badgeNames(page)).toEqual(ofBoth)
  observed.gateway.lie(withoutReceipt)
  await send(words)
  await askSomethingElse()
  await expect.poll(badgesWithReceipt).toHaveLength(1)
})

test('of two answers that come at once with the same words, the one without a receipt has no badge of the other', async () => {
  await open('/big-agi')
  observed.gateway.lie(withoutReceipt)
  await Promise.all([askUnseen(), send(words)])
  await askSomethingElse()
  await expect.poll(badgesWithReceipt).toHaveLength(1)
})

test('a title with the same words as an answer to come takes no place of it', async () => {
  await open('/big-agi')
  await askUnseen()
  await expect.poll(async () => (await kept()).length).toBe(1)
  observed.gateway.lie(withoutReceipt)
  // A person asks.
  await page.keyboard.press('Enter')
  await send(words)
  await askSomethingElse()
  await expect.poll(badgesWithReceipt).toHaveLength(1)
})

test('a verdict that is late takes no place of the same words, which were asked for meanwhile', async () => {
  await open('/big-agi')
  const [worker] = observed.extension.context.serviceWorkers()
  // What is kept of an answer has digests, and no verdict leaves before it is kept.
  await worker?.evaluate(() => {
    const { subtle } = crypto
    const sign = subtle.sign.bind(subtle)
    const held = Promise.withResolvers<void>()
    const state = { asked: 0, letGo: held.resolve }
    subtle.sign = async (...all) => {
      state.asked += 1
      await held.promise
      return sign(...all)
    }
    Object.assign(globalThis, { held: state })
  })
  await askUnseen()
  await expect.poll(() => worker?.evaluate('held.asked')).toBeGreaterThan(0)
  observed.gateway.lie(withoutReceipt)
  await page.keyboard.press('Enter')
  await send(words)
  await worker?.evaluate('held.letGo()')
  await expect.poll(async () => (await kept()).length).toBe(1)
  await askSomethingElse()
  await expect.poll(badgesWithReceipt).toHaveLength(1)
})
