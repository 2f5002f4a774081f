import type { Page } from 'playwright-core'
import { deepChatPage } from '../support/chats/deep-chat-page.ts'
import { installOpenWebui } from '../support/chats/python-open-webui.ts'
import { sameWords, type SameWords } from '../support/chats/same-words.ts'
import { encryptedModels, sendIn, type SamplePages } from '../support/chats/sample-pages.ts'
import {
  chooseInOpenWebui,
  sendInOpenWebui,
  startOpenWebui,
} from '../support/chats/start-open-webui.ts'
import { startSillyTavern } from '../support/chats/start-sillytavern.ts'
import { deepChat, sillyTavern } from '../support/install/test-packages.ts'
import { installPackage } from '../support/install/install-package.ts'

/** One front-end, opened and ready to send. */
export interface OpenColumn {
  readonly page: Page
  readonly send: (question: string) => Promise<unknown>
  readonly ask: (question: string, model: string) => Promise<unknown>
  /** Those that it can ask for. */
  readonly sameWords: SameWords
  readonly close?: () => Promise<void>
}

interface Column {
  readonly name: string
  /** Null where it cannot be had. */
  readonly open: () => Promise<OpenColumn | null>
}

/** The small pages, deep-chat, and the real SillyTavern and Open WebUI. */
export function columnsOf(samples: SamplePages): readonly Column[] {
  const small = ['open-webui', 'better-chatgpt', 'nextchat', 'risuai', 'lobehub', 'big-agi']
  return [
    ...small.map((name) => ({ name, open: () => openSmall(samples, name) })),
    { name: 'deep-chat', open: () => openDeepChat(samples) },
    { name: 'SillyTavern', open: () => openTavern(samples) },
    { name: 'Open WebUI 0.12.4', open: () => openWebui(samples, 'server') },
    { name: 'Open WebUI 0.12.4, direct', open: () => openWebui(samples, 'direct') },
    { name: 'Open WebUI 0.12.4, direct, encrypted', open: () => openWebui(samples, 'encrypted') },
  ]
}

async function openSmall(samples: SamplePages, name: string): Promise<OpenColumn> {
  const page = await samples.openPage(`/${name}`)
  const send = sendIn(page)
  return {
    page,
    send,
    sameWords,
    async ask(question, model) {
      await page.evaluate((id) => Object.assign(globalThis, { model: id }), model)
      await send(question)
    },
  }
}

async function openDeepChat(samples: SamplePages): Promise<OpenColumn | null> {
  const folder = await installPackage(deepChat)
  if (folder === null) return null
  samples.observed.site.pages.set('/deep-chat', deepChatPage(folder))
  return openSmall(samples, 'deep-chat')
}

async function openTavern({ observed }: SamplePages): Promise<OpenColumn | null> {
  const folder = await installPackage(sillyTavern)
  if (folder === null) return null
  const tavern = await startSillyTavern(folder, observed.gateway.baseUrl, 'test-private')
  await observed.ui({ kind: 'enable-site', origin: tavern.url })
  const page = await observed.extension.context.newPage()
  await page.goto(tavern.url)
  await page.locator('#chat .mes').first().waitFor()
  await page
    .locator('.online_status_text', { hasText: 'Valid' })
    .first()
    .waitFor({ state: 'attached' })
  async function send(question: string): Promise<void> {
    // While it still ends the answer before, it hears nothing.
    await page.locator('body:not([data-generating])').waitFor()
    const questions = page.locator('#chat .mes[is_user="true"]')
    const before = await questions.count()
    await page.locator('#send_textarea').fill(question)
    await page.locator('#send_but').click()
    await questions.nth(before).waitFor()
  }
  return { page, send, sameWords, ask: behindServer(observed, send), close: () => tavern.stop() }
}

async function openWebui(
  { observed }: SamplePages,
  way: 'server' | 'direct' | 'encrypted',
): Promise<OpenColumn | null> {
  const found = installOpenWebui()
  if ('absent' in found) {
    process.stderr.write(`Open WebUI is left out: ${found.absent}\n`)
    return null
  }
  const gatewayUrl = observed.gateway.baseUrl
  const connection = way === 'server' ? 'server' : 'direct'
  const model = way === 'encrypted' ? encryptedModels[0] : 'test-private'
  const running = await startOpenWebui({ ...found, gatewayUrl, model, connection })
  await observed.ui({ kind: 'enable-site', origin: running.url })
  if (way === 'encrypted') {
    await observed.ui({ kind: 'set-development', on: true })
    await observed.setPair({ site: running.url, takeover: 'always', tools: 'leave-out' })
  }
  const page = await observed.extension.context.newPage()
  // Of another one on the same host, whatever its port.
  await page.context().clearCookies()
  await page.goto(running.url)
  await page.locator('#chat-input').waitFor()
  // What it draws before its models are there takes no question.
  await page.getByText(model).first().waitFor()
  const send = (question: string) => sendInOpenWebui(page, question)
  async function askChosen(question: string, chosen: string): Promise<void> {
    await chooseInOpenWebui(page, chosen)
    await send(question)
  }
  return {
    page,
    send,
    // Encrypted it has one mode.
    sameWords: way === 'encrypted' ? { 'same words, two providers': encryptedModels } : sameWords,
    ask: way === 'server' ? behindServer(observed, send) : askChosen,
    close: () => running.stop(),
  }
}

/** Its page does not know which model its server asks. */
function behindServer(
  { gateway }: SamplePages['observed'],
  send: (question: string) => Promise<unknown>,
): NonNullable<OpenColumn['ask']> {
  return async (question, model) => {
    gateway.lie({
      onRequest({ path, request }) {
        if (!path.endsWith('/chat/completions') || request.body.length === 0) return
        const asked = JSON.parse(request.body.toString()) as object
        request.body = Buffer.from(JSON.stringify({ ...asked, model }))
      },
    })
    await send(question)
  }
}
