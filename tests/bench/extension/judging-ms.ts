import { randomBytes } from 'node:crypto'
import { createSigningKey } from '../../../server/gateway/signer/signing-key.ts'
import { signAnswer } from '../../support/receipts/sign-answer.ts'
import type { ObservedSite } from '../../support/extension/start-observed-site.ts'
import { cpuSeconds } from '../cpu-time.ts'

/** Answers that are measured, and that come at a time. */
const measured = 100
const atATime = 20

/**
 * CPU time of the extension's own process for each of a hundred answers, in milliseconds: judging, keeping,
 * placing and the toolbar, with what the browser's storage costs there.
 * @param turns how many the conversation has before them
 */
export async function judgingMs(observed: ObservedSite, turns: number): Promise<number> {
  const answers: string[] = []
  // All answers of a conversation come from one gateway.
  const signer = await createSigningKey(randomBytes(32))
  observed.site.handle = (request, response) => {
    const index = Number(new URL(request.url ?? '/', 'http://site').searchParams.get('answer'))
    response.writeHead(200, { 'content-type': 'application/json' }).end(answers[index] ?? '{}')
  }
  for (let index = 0; index < turns + measured; index += 1) {
    const content = `Answer ${index} of ${turns} says what it says, and has words of its own.`
    const message = { role: 'assistant', content }
    // eslint-disable-next-line no-await-in-loop
    const { svc } = await signAnswer({ mode: 'private', messages: [], message, signer })
    answers.push(JSON.stringify({ model: 'm', choices: [{ index: 0, message }], svc }))
  }
  // Of the extension's pages none listens to what happens in a tab.
  for (const own of observed.extension.context.pages()) {
    // eslint-disable-next-line no-await-in-loop
    if (own.url().endsWith('options.html')) await own.goto(own.url().replace('options', 'welcome'))
  }
  const page = await observed.openPage()
  const come = async (from: number, to: number) => {
    for (let first = from; first < to; first += atATime) {
      // eslint-disable-next-line no-await-in-loop
      await page.evaluate(
        async ([begin, end]) => {
          for (let index = begin; index < end; index += 1) {
            // eslint-disable-next-line no-await-in-loop
            const response = await fetch(`/chat?answer=${index}`, { method: 'POST', body: '{}' })
            // eslint-disable-next-line no-await-in-loop
            const { choices } = (await response.json()) as {
              choices: readonly { message: { content: string } }[]
            }
            const turn = document.createElement('article')
            turn.textContent = choices[0]?.message.content ?? ''
            document.querySelector('main')?.append(turn)
          }
        },
        [first, Math.min(first + atATime, to)] as const,
      )
      const badges = Math.min(first + atATime, to)
      // eslint-disable-next-line no-await-in-loop
      await page.waitForFunction(
        (count) => document.querySelectorAll('countersign-badge').length >= count,
        badges,
        { timeout: 120_000 },
      )
    }
  }
  await come(0, turns)
  const before = extensionSeconds()
  await come(turns, turns + measured)
  const seconds = extensionSeconds() - before
  await page.close()
  return (seconds * 1_000) / measured
}

/** Of the processes that this one started for an extension. */
function extensionSeconds(): number {
  return cpuSeconds(process.pid, (command) => command.includes('--extension-process'))
}
