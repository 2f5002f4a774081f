import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// However a page asks, its answer is observed.

let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))

beforeEach(async () => {
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

test('a page that aborts its own request right after the last word loses no receipt', async () => {
  await page.evaluate(async (url) => {
    const controller = new AbortController()
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      body: JSON.stringify({
        model: 'svc-chat',
        stream: true,
        messages: [{ role: 'user', content: 'Hi' }],
      }),
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
      if (done || value?.includes('[DONE]')) break
    }
    controller.abort()
  }, observed.gateway.baseUrl)
  await expect.poll(() => observed.newest()).toMatchObject({ card: { state: 'promised' } })
})

test('requests made of a Request and of a Blob are understood, and each of an XMLHttpRequest that is used again', async () => {
  await page.evaluate(async (url) => {
    const to = `${url}/v1/chat/completions`
    const text = (content: string) =>
      JSON.stringify({ model: 'svc-chat', messages: [{ role: 'user', content }] })
    await (await fetch(new Request(to, { method: 'POST', body: text('A Request') }))).json()
    await (await fetch(to, { method: 'POST', body: new Blob([text('A Blob')]) })).json()
    await new Promise<void>((resolve) => {
      const questions = ['First question', 'Second question', 'Third question']
      const xhr = new XMLHttpRequest()
      const next = () => {
        const content = questions.shift()
        if (content === undefined) return resolve()
        xhr.open('POST', to)
        xhr.send(text(content))
      }
      xhr.addEventListener('load', next)
      next()
    })
  }, observed.gateway.baseUrl)
  const states = async () => {
    const { answers } = await observed.ui({
      kind: 'list-answers',
      origin: null,
      search: '',
      skip: 0,
    })
    return answers.map(({ card: each }) => each.state)
  }
  await expect.poll(states).toEqual(Array(5).fill('promised'))
})
