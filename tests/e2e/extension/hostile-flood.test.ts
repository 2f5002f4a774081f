import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { readConversation } from '../../support/read-conversation.ts'
import { startObservedSite } from '../../support/start-observed-site.ts'

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))

/** A block that looks like ours, signed by nobody. */
const svc = {
  privacy_mode: 'e2ee',
  privacy_label: 'End-to-end encrypted: only the attested enclave could read this',
  content_policy: 'unmoderated',
  receipt_digest: '00'.repeat(32),
  receipt: {
    body: {
      v: 1,
      issuedAt: '2026-11-21T00:00:00.000Z',
      model: 'm',
      mode: 'e2ee',
      promptCommit: '00'.repeat(32),
      responseCommit: '00'.repeat(32),
      enclave: { providerId: 'p', measurement: '00'.repeat(32), verifiedBy: 'aci-tdx-dcap/1' },
    },
    digest: '00'.repeat(32),
    signature: `0x${'11'.repeat(64)}1b`,
    signer: `0x${'11'.repeat(20)}`,
  },
  commitment_salts: { prompt: '00'.repeat(32), response: '00'.repeat(32) },
}

const text = 'Words that nobody signed, at the end of many.'
const choices = [{ index: 0, message: { role: 'assistant', content: text } }]

test('a page that floods the extension is served what it asks, and keeps nobody else out', async () => {
  const page = await observed.openPage()
  const other = await observed.openPage()
  const frame = (place: string, data: object) =>
    `42${JSON.stringify(['events', { message_id: place, data: { type: 'chat:completion', data } }])}`
  const answers = Array.from({ length: 500 }, (_, at) => frame(`m${at}`, { content: `${at}` }))
  observed.site.handle = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    if (request.method === 'POST') return response.end(JSON.stringify({ choices, svc }))
    const last = [frame('end', { choices: [], svc }), frame('end', { content: text, done: true })]
    return response.end([...answers, ...last].join('\u001e'))
  }
  await page.evaluate(async () => {
    // What a page can forge of the channel itself: another port, which comes too late.
    window.dispatchEvent(new Event('countersign-port-wanted'))
    const { port1, port2 } = new MessageChannel()
    window.dispatchEvent(new MessageEvent('countersign-port', { ports: [port2] }))
    port1.postMessage({ kind: 'open', id: 1, url: 'x', request: null, place: null })
    const xhr = new XMLHttpRequest()
    const polled = new Promise((resolve) => {
      xhr.addEventListener('loadend', resolve)
    })
    xhr.open('GET', '/ws/own/socket.io/?transport=polling')
    xhr.send()
    await polled
    await Promise.all(
      // More than may wait.
      Array.from({ length: 70 }, async () => {
        const answer = await fetch('/v1/chat/completions', { method: 'POST', body: '{}' })
        return answer.text()
      }),
    )
  })
  // The flood went all the way, since what stands at its end was judged.
  const judged = async () => {
    const { turns, unplaced } = await readConversation(observed, page)
    return [...turns, ...unplaced].length
  }
  await expect.poll(judged).toBeGreaterThan(0)
  await expect.poll(async () => (await observed.newest())?.card.state).toBe('failed')
  await observed.ask(other, 'svc-chat', false)
  await other.locator('article + countersign-badge').waitFor()
  await observed.ask(page, 'svc-chat', false)
  await page.locator('article + countersign-badge').waitFor()
})
