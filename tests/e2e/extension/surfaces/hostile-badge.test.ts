import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { readConversation } from '../../../support/extension/read-conversation.ts'
import { readToolbar } from '../../../support/extension/read-toolbar.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'
import { tabIdOf } from '../../../support/extension/tab-id-of.ts'
import { openCard, readTexts } from '../../../support/extension/walk-card.ts'

// The page is the attacker: it draws badges of its own, and takes ours away.

let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))

beforeEach(async () => {
  observed.gateway.lie({})
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

const state = async () => (await observed.newest())?.card.state

test('beside an answer that failed, a badge that the page draws changes nothing of what the extension says', async () => {
  observed.gateway.lie({
    onAnswer(answer, { path }) {
      if (!path.endsWith('/chat/completions')) return
      answer.body = Buffer.from(answer.body.toString().replace('the receipt', 'a receipt'))
    },
  })
  await observed.ask(page, 'svc-chat', false)
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(/^Check failed\. /)])
  const label = 'Hardware enclave: attested, and bound to this answer'
  await page.evaluate((words) => {
    // Ours goes, and one that looks like it stands in its place, twice over.
    document.querySelector('countersign-badge')?.remove()
    for (const name of ['countersign-badge', 'button']) {
      const fake = document.createElement(name)
      fake.setAttribute('aria-label', `Countersign: ${words}`)
      fake.textContent = `✓ ${words}`
      document.querySelector('article')?.after(fake)
    }
  }, label)
  // The page shows its own, and the true one is back.
  const ours = expect.stringMatching(/^Check failed\. /) as string
  await expect.poll(() => badgeNames(page)).toEqual(expect.arrayContaining([ours, label]))

  const own = await observed.newTab()
  await own.goto(observed.extension.pageUrl('options.html'))
  await own.getByText('1 answer', { exact: true }).waitFor()
  await own.getByRole('link', { name: /Check failed$/ }).waitFor()
  const failed = { text: '✕', title: 'Countersign: Check failed' }
  await expect.poll(() => readToolbar(own, page)).toEqual(failed)
  const query = new URLSearchParams({
    origin: observed.siteUrl,
    tab: String(await tabIdOf(own, page)),
  })
  await own.goto(observed.extension.pageUrl(`sidepanel.html?${query}`))
  await own.getByText(/The only answer: Do not rely on/).waitFor()
  await own.getByText('Check failed', { exact: true }).first().waitFor()
  expect(await own.locator('main').innerText()).not.toContain('Hardware enclave')
  const { turns, unplaced, weakest } = await readConversation(observed, page)
  expect(turns.map(({ said }) => said.state)).toEqual(['failed'])
  expect(unplaced).toEqual([])
  expect(weakest).toMatchObject({ said: { state: 'failed' }, at: 0 })
  await observed.leavePage(own)
})

test('a badge that the page draws where nothing was answered is in no list of ours; ours comes back where it is removed, and goes where it is moved to other words', async () => {
  await page.evaluate(() => {
    const fake = document.createElement('countersign-badge')
    fake.textContent = '✓ Hardware enclave: attested, and bound to this answer'
    document.body.append(fake)
  })
  // Its own answer comes, so that what stands on the page has been told by then.
  await observed.ask(page, 'svc-chat', false)
  await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  await expect.poll(async () => (await readConversation(observed, page)).turns.length).toBe(1)
  const { answers, total } = await observed.ui({
    kind: 'list-answers',
    origin: null,
    search: '',
    skip: 0,
  })
  expect(total).toBe(1)
  expect(answers[0]?.card.state).toBe('promised')
  await page.locator('article + countersign-badge').waitFor()
  await page.evaluate(() => document.querySelector('article + countersign-badge')?.remove())
  await page.locator('article + countersign-badge').waitFor()
  await page.evaluate(() => {
    const other = document.createElement('article')
    other.id = 'other'
    other.textContent = 'Words of another kind, and much longer than the ones before them.'
    const badge = document.querySelector('article + countersign-badge')
    document.querySelector('main')?.append(other)
    if (badge) other.after(badge)
  })
  await expect.poll(() => page.locator('#other + countersign-badge').count()).toBe(0)
})

test('the page cannot read a badge, and cannot talk to the extension; where it adds a word to the signed text the badge says so', async () => {
  await observed.ask(page, 'svc-chat', false)
  await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  const seen = await page.evaluate(() => {
    const badge = document.querySelector('countersign-badge')
    badge?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    return {
      root: badge?.shadowRoot ?? null,
      text: badge?.textContent,
      attributes: badge?.getAttributeNames(),
      runtime: typeof (globalThis as { chrome?: { runtime?: unknown } }).chrome?.runtime,
    }
  })
  expect(seen).toEqual({ root: null, text: '', attributes: [], runtime: 'undefined' })
  expect(
    observed.extension.context.pages().filter((each) => /answer\.html/.test(each.url())),
  ).toEqual([])
  const first = page.locator('article').first()
  const signed = await first.innerText()
  const set = (text: string) =>
    first.evaluate((turn, words) => {
      turn.textContent = words
    }, text)
  await set(`${signed} And this, which nobody signed.`)
  await expect.poll(async () => (await observed.newest())?.card.shown).toMatch(/differs|other/)
  await set(signed)
  await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  await expect
    .poll(() => badgeNames(page))
    .toEqual([expect.stringMatching(/^Private · promised\. /)])
})

test('a page that removes each badge as it comes is not fought for ever', async () => {
  await page.evaluate(() => {
    Object.assign(globalThis, { removed: 0 })
    new MutationObserver(() => {
      for (const badge of document.querySelectorAll('countersign-badge')) {
        badge.remove()
        ;(globalThis as unknown as { removed: number }).removed += 1
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await observed.ask(page, 'svc-chat', false)
  await expect.poll(state).toBe('promised')
  const count = () => page.evaluate(() => (globalThis as unknown as { removed: number }).removed)
  await expect.poll(count).toBeGreaterThan(20)
  const messages = [{ role: 'user', content: 'Another question, and another answer.' }]
  await observed.ask(page, 'svc-chat', false, { messages })
  await expect.poll(count).toBeGreaterThan(40)
  expect(await count()).toBeLessThan(50)
})

test('a page that patched what badges are made of gets no root, no listener and no event of them', async () => {
  await page.evaluate(() => {
    const got: string[] = []
    const events: string[] = []
    Object.assign(globalThis, { got, events })
    const spy = (owner: object, name: string) => {
      const native = Object.getOwnPropertyDescriptor(owner, name)
      for (const kind of ['value', 'get', 'set'] as const) {
        const call = native?.[kind] as ((...all: unknown[]) => unknown) | undefined
        if (typeof call !== 'function') continue
        Object.defineProperty(owner, name, {
          ...native,
          [kind](this: unknown, ...all: unknown[]) {
            got.push(`${name} ${kind}`)
            return Reflect.apply(call, this, all)
          },
        })
        return
      }
      throw new Error(`there is no ${name}`)
    }
    spy(Element.prototype, 'attachShadow')
    spy(Element.prototype, 'shadowRoot')
    spy(ShadowRoot.prototype, 'innerHTML')
    spy(ShadowRoot.prototype, 'activeElement')
    spy(DocumentFragment.prototype, 'append')
    spy(Element.prototype, 'append')
    spy(Element.prototype, 'setAttribute')
    spy(Element.prototype, 'replaceChildren')
    spy(HTMLElement.prototype, 'togglePopover')
    spy(EventTarget.prototype, 'addEventListener')
    spy(Document.prototype, 'createElement')
    spy(Element.prototype, 'after')
  })
  // What the page itself does with them is seen.
  const own = await page.evaluate(() => {
    const { got } = globalThis as unknown as { got: string[] }
    const host = document.createElement('div')
    host.attachShadow({ mode: 'closed' }).append('x')
    host.addEventListener('click', () => {})
    return got.splice(0)
  })
  expect(own).toEqual([
    'createElement value',
    'attachShadow value',
    'append value',
    'addEventListener value',
  ])
  await page.evaluate(() => {
    const { events } = globalThis as unknown as { events: string[] }
    for (const name of Object.keys(window)) {
      if (!name.startsWith('on')) continue
      const listen = (event: Event) => {
        const [at] = event.composedPath()
        if (event.composedPath().some((each) => each instanceof ShadowRoot)) events.push('a root')
        if (at instanceof Element) events.push(`${event.type} ${at.localName}`)
      }
      window.addEventListener(name.slice(2), listen, { capture: true })
    }
    ;(globalThis as unknown as { got: string[] }).got.length = 0
  })
  await page.evaluate(async (url) => {
    const messages = [{ role: 'user', content: 'Hello, these words are private.' }]
    const body = JSON.stringify({ model: 'svc-chat', messages })
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body })
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
    const main = document.querySelector('main')
    if (main) main.innerHTML = '<article></article>'
    const turn = document.querySelector('article')
    if (turn) turn.textContent = choices[0]?.message.content ?? ''
  }, observed.gateway.baseUrl)
  await page.locator('article + countersign-badge').waitFor()
  await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  await openCard(page)
  await expect.poll(() => readTexts(page)).toContain('Export receipt')
  const seen = await page.evaluate(() => {
    const { got, events } = globalThis as unknown as { got: string[]; events: string[] }
    return { got: got.splice(0), events }
  })
  expect(seen.got).toEqual([])
  // What a person does there is done to the badge, as far as the page can tell, and to nothing within.
  expect(seen.events).toContain('click countersign-badge')
  expect(seen.events.filter((each) => /root|button| a$|dialog/.test(each))).toEqual([])
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('countersign-badge')
})
