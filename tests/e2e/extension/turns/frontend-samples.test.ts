import { expect, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { sameWords, sameWordsCell } from '../../../support/chats/same-words.ts'
import { sampleAnswers } from '../../../support/chats/sample-answers.ts'
import type { SampleCell } from '../../../support/chats/sample-cell.ts'
import { sendIn, startSamplePages } from '../../../support/chats/sample-pages.ts'
import { threeOf } from '../../../support/three-of.ts'

// Answers in a page that draws them with real renderers. All kinds: tests/unit/extension/reading/compare-texts.test.ts,
// and npm run test:frontends in all front-ends.

const samples = await untilEnd(startSamplePages(30_000, 'shared'))

test('an answer has its badge, whatever it is made of, and what can be read is the text signed', async () => {
  const page = await samples.openPage('/open-webui')
  const cells: Record<string, SampleCell> = {}
  const names = threeOf(Object.keys(sampleAnswers))
  for (const name of names) {
    const asked = { name, send: sendIn(page), origin: samples.observed.siteUrl }
    // eslint-disable-next-line no-await-in-loop
    cells[name] = await samples.cell(asked, (cell) => cell === 'badge')
  }
  expect(cells).toEqual(Object.fromEntries(names.map((name) => [name, 'badge'])))
  const ask = async (question: string, model: string) => {
    await page.evaluate((id) => Object.assign(globalThis, { model: id }), model)
    await sendIn(page)(question)
  }
  for (const [name, models] of Object.entries(sameWords)) {
    // eslint-disable-next-line no-await-in-loop
    const cell = await sameWordsCell(samples.observed, models, { page, ask, longest: 30_000 })
    expect({ [name]: cell }).toEqual({ [name]: 'badge' })
  }
})
