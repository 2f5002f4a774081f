import { expect, inject, test } from 'vitest'
import type { Conversation } from '../../../../extension/messages/ui-requests.ts'
import { untilEnd } from '../../../support/until-end.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { generalChat } from '../../../support/chats/general-chat.ts'
import { readConversation } from '../../../support/extension/read-conversation.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// A chat of nobody's that is known: answers of several blocks, drawn anew with each word, and conversations to switch.

const observed = await untilEnd(
  startObservedSite({ running: inject('demo'), pages: { '/chat': generalChat } }),
)

const page = await observed.openPage(
  `/chat?gateway=${encodeURIComponent(observed.gateway.baseUrl)}`,
)

const send = async (question: string) => {
  await page.getByRole('textbox').fill(question)
  await page.keyboard.press('Enter')
  await page.locator('main[data-is="done"]').waitFor()
}
const choose = (chat: string) => page.getByRole('button', { name: chat }).click()
const names = () => badgeNames(page)
const ofAnswer = expect.stringMatching(/^Private · promised\. /) as string

/** Each stands beside all of its answer, and not beside one of several blocks. */
const besideAnswers = () =>
  page
    .locator(
      '.text + countersign-badge, .text > p:first-child:nth-last-child(2) + countersign-badge',
    )
    .count()

const shownOf = ({ answer }: Conversation['turns'][number]) => answer?.card.shown

test('each answer of several blocks has one badge, beside all of it, and a place in the panel; drawn anew, loaded again, and when another conversation was opened in between, too', async () => {
  await send('What does a receipt prove, and to whom?')
  await expect.poll(names).toEqual([ofAnswer])
  await send('Say “Something else, in other words.”, and why.')
  await expect.poll(names).toEqual([ofAnswer, ofAnswer])
  await expect.poll(besideAnswers).toBe(2)
  await expect.poll(async () => (await readConversation(observed, page)).turns.length).toBe(2)
  const { turns, unplaced } = await readConversation(observed, page)
  expect(turns.map(({ said }) => said.state)).toEqual(['promised', 'promised'])
  expect(unplaced).toEqual([])
  await page.evaluate('draw()')
  await expect.poll(names).toEqual([ofAnswer, ofAnswer])
  await expect
    .poll(async () => (await readConversation(observed, page)).turns.map(shownOf))
    .toEqual(['same', 'same'])
  await page.reload()
  await expect.poll(names).toEqual([ofAnswer, ofAnswer])
  await expect.poll(async () => (await readConversation(observed, page)).turns.length).toBe(2)
  await choose('Second')
  await expect.poll(names).toEqual([])
  await send('Say “This is the second conversation.”, and no more.')
  await expect.poll(names).toEqual([ofAnswer])
  await choose('First')
  await expect.poll(names).toEqual([ofAnswer, ofAnswer])
  await choose('Second')
  await expect.poll(names).toEqual([ofAnswer])
})
