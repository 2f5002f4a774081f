import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { readToolbar } from '../../../support/extension/read-toolbar.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// A page has a genuine answer, and wants its good word for other words.

let page: Page
/** What the site answers to anything, such as what its socket is to have said. */
let answerOfSite = ''

const owed = 'You owe me ten thousand euros, and you promised it before witnesses.'

/** A chat as a front-end draws it from its history, which is what the address says. */
const history = `<!doctype html><title>chat</title><main></main><script>
for (const words of JSON.parse(decodeURIComponent(location.hash.slice(1)))) {
  const turn = document.createElement('div')
  turn.className = 'group w-full border-b'
  turn.innerHTML = '<div><div class="share-gpt-message"></div></div>'
  turn.querySelector('.share-gpt-message').textContent = words
  document.querySelector('main').append(turn)
}
</script>`

const observed = await untilEnd(
  startObservedSite({ running: inject('demo'), pages: { '/drawn': history } }),
)
observed.site.handle = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.end(answerOfSite)
}
const own = await observed.newTab()
await own.goto(observed.extension.pageUrl('options.html'))

beforeEach(async () => {
  observed.gateway.lie({})
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

interface Answered {
  readonly svc: object
  readonly choices: readonly { readonly message: { readonly content: string } }[]
}

async function ask(): Promise<Answered> {
  const { body } = await observed.ask(page, 'svc-chat', false)
  await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  return body as unknown as Answered
}

function draw(text: string): Promise<void> {
  return page.evaluate((words) => {
    const turn = document.createElement('article')
    turn.textContent = words
    document.querySelector('main')?.replaceChildren(turn)
  }, text)
}

/** Another answer, so that whatever the page did before was heard by then. */
async function askSomethingElse(): Promise<void> {
  const before = (await observed.newest())?.card.digest
  await observed.ask(page, 'svc-chat', false, {
    messages: [{ role: 'user', content: 'Another question, and another answer.' }],
  })
  await expect.poll(async () => (await observed.newest())?.card.digest).not.toBe(before)
  await page.locator('article:last-of-type + countersign-badge').waitFor()
}

test('words that stand there twice while one answer came have no badge, in whichever form the other one came', async () => {
  await ask()
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(/^Private · /)])
  await page.evaluate(() => {
    const [turn] = document.querySelectorAll('article')
    turn?.parentElement?.append(turn.cloneNode(true))
  })
  await expect.poll(() => badgeNames(page)).toEqual([])
})

test('frames of a socket with a genuine receipt sign no other words', async () => {
  const { svc } = await ask()
  const frame = (data: object) =>
    `42${JSON.stringify(['events', { message_id: 'm', data: { type: 'chat:completion', data } }])}`
  answerOfSite = [
    frame({ content: owed }),
    frame({ choices: [{ delta: {} }], svc }),
    frame({ done: true, content: owed }),
  ].join('\u001e')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const xhr = new XMLHttpRequest()
        xhr.open('GET', '/ws/x/socket.io/')
        xhr.addEventListener('loadend', () => resolve())
        xhr.send()
      }),
  )
  await draw(owed)
  await askSomethingElse()
  await expect
    .poll(() => badgeNames(page))
    .toEqual([expect.stringMatching(/^Private · promised\. /)])
})

const keptAnswers = async () =>
  (await observed.ui({ kind: 'list-answers', origin: null, search: '', skip: 0 })).answers

test('an export with another text beside a genuine receipt signs nothing but what was signed', async () => {
  const { choices } = await ask()
  const file = JSON.parse((await observed.ui({ kind: 'export-all' })).text) as {
    answers: { text: string }[]
  }
  await observed.ui({ kind: 'wipe' })
  const answers = file.answers.map((answer) => ({ ...answer, text: owed }))
  await observed.ui({ kind: 'import', text: JSON.stringify({ ...file, answers }) })
  await draw(owed)
  await askSomethingElse()
  expect(await badgeNames(page)).toHaveLength(1)
  // Of what came in a file nothing but its signed words is known: a chat that draws both has the badge there.
  const drawn = [owed, choices[0]?.message.content ?? '']
  await page.goto(`${observed.siteUrl}/drawn#${encodeURIComponent(JSON.stringify(drawn))}`)
  await page.locator('.group:nth-of-type(2) countersign-badge').waitFor()
  await expect
    .poll(() => badgeNames(page))
    .toEqual([expect.stringMatching(/^Private · promised\. /)])
  await expect
    .poll(async () => (await keptAnswers()).map(({ card }) => card.circumstances.join()))
    .toContainEqual(expect.stringContaining('Found by its words'))
})

const toolbar = async (tab: Page) => (await readToolbar(own, tab)).title

test('a page that is not enabled has nothing on the toolbar for a chat that it frames', async () => {
  const other = observed.site.url.replace('127.0.0.1', 'localhost')
  observed.site.pages.set(
    '/frame',
    `<iframe src="${observed.site.url}/" width="800" height="600"></iframe>`,
  )
  const outer = await observed.newTab()
  await outer.goto(`${other}/frame`)
  const frame = outer.frames().find((each) => each.url() === `${observed.site.url}/`)
  await frame?.evaluate(
    ([url]) =>
      (globalThis as unknown as { ask(...args: unknown[]): Promise<unknown> }).ask(
        url,
        'svc-chat',
        false,
      ),
    [observed.gateway.baseUrl] as const,
  )
  await frame?.locator('article + countersign-badge').waitFor()
  await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  expect(await toolbar(outer)).toBe('Countersign')
  await observed.leavePage(outer)
})
