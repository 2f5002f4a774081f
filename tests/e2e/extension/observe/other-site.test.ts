import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { evaluateInContentScript } from '../../../support/extension/content-script.ts'
import { readConversation } from '../../../support/extension/read-conversation.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// A page cannot speak to the background. Were it to take over the content script of its own site, it would
// still be of its own site, as the browser says it.

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
const other = observed.siteUrl.replace('127.0.0.1', 'localhost')
await observed.ui({ kind: 'enable-site', origin: other })
const ours = await observed.openPage()
const theirs = await observed.newTab()
await theirs.goto(other)

const keptOf = async (origin: string) =>
  (await observed.ui({ kind: 'list-answers', origin, search: '', skip: 0 })).answers[0]

async function askOn(page: Page, origin: string, content: string): Promise<string> {
  await observed.ask(page, 'svc-chat', false, { messages: [{ role: 'user', content }] })
  await expect.poll(async () => (await keptOf(origin))?.card.shown).toBe('same')
  return (await keptOf(origin))?.card.digest ?? ''
}

const name = 'name of the message'

test('whoever has another site’s digest, text and name of a message gets nothing of its answer, and cannot touch it', async () => {
  const secret = await askOn(ours, observed.siteUrl, 'What another site must not know')
  const text = await ours.locator('article').innerText()
  const shown = { kind: 'shown', digest: secret, before: '', found: 'came-here', messageId: name }
  await evaluateInContentScript(
    ours,
    `new Promise((resolve) => {
      const port = chrome.runtime.connect({ name: 'place' })
      port.onMessage.addListener(({ kind }) => kind === 'card' && resolve())
      port.postMessage(${JSON.stringify({ ...shown, text, tellsServer: false })})
    })`,
  )
  const mine = await askOn(theirs, other, 'Something else, of this site')
  const before = await observed.ui({ kind: 'read-answer', digest: secret })
  const pages = observed.extension.context.pages().length
  const look = (ref: number, read: string, messageId: string | null) => {
    return { kind: 'look', ref, texts: [{ text: read, before: '', messageId, by: 'words' }] }
  }
  const said = [
    look(1, text, null),
    look(2, text, name),
    { ...shown, text: 'Another text', messageId: null, tellsServer: true },
    { kind: 'open-answer', digest: secret, show: 'prompt' },
    {
      kind: 'turns',
      seq: 0,
      dropped: 0,
      from: 0,
      gone: 0,
      turns: [secret],
      frontend: 'generic',
      receipts: 'arrive',
    },
    // Answered one after the other: when this one is, all are.
    look(3, await theirs.locator('article').innerText(), null),
  ]
  const got = await evaluateInContentScript(
    theirs,
    `new Promise((resolve) => {
      const port = chrome.runtime.connect({ name: 'place' })
      const got = []
      port.onMessage.addListener((message) => {
        if (message.kind !== 'found') return
        got.push({ ref: message.ref, digest: message.cards[0]?.digest ?? null })
        if (message.ref === 3) resolve(got)
      })
      for (const message of ${JSON.stringify(said)}) port.postMessage(message)
    })`,
  )
  expect(got).toEqual([
    { ref: 1, digest: null },
    { ref: 2, digest: null },
    { ref: 3, digest: mine },
  ])
  expect(observed.extension.context.pages()).toHaveLength(pages)
  expect(await observed.ui({ kind: 'read-answer', digest: secret })).toEqual(before)
  const { turns, unplaced } = await readConversation(observed, theirs)
  expect(JSON.stringify([turns, unplaced])).not.toContain(secret)
})

test('what the extension’s own pages may ask for, a content script may not', async () => {
  const { digest } = (await keptOf(observed.siteUrl))?.card ?? {}
  const asked = [
    { kind: 'read-answer', digest },
    { kind: 'disclose', digest, side: 'prompt' },
    { kind: 'export-all' },
    { kind: 'list-answers', origin: null, search: '', skip: 0 },
    { kind: 'read-settings' },
    { kind: 'wipe' },
  ]
  const got = await evaluateInContentScript(
    theirs,
    `Promise.all(${JSON.stringify(asked)}.map((message) => chrome.runtime.sendMessage(message)))`,
  )
  expect(got).toEqual(asked.map(() => null))
  expect((await keptOf(observed.siteUrl))?.card.digest).toBe(digest)
})
