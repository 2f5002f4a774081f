import { marked } from 'marked'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findTurn } from '../../../../extension/content/turns/find-turn.ts'
import { frontendFor } from '../../../../extension/frontend-registry.ts'
import { drawnWords } from '../../../../extension/reading/drawn-words.ts'
import { turnsOf } from '../../../../extension/content/turns/turns-of.ts'
import { visibleText } from '../../../../extension/page-parts.ts'
import { wordsOf } from '../../../../extension/reading/words-of.ts'
import { linkedDocument } from '../../../support/in-memory/linked-document.ts'
import { sampleAnswers } from '../../../support/chats/sample-answers.ts'

// Where an answer stands is told by its words, however a page draws them. What it says there is told by compareTexts.

// A document without a layout has no styles either.
beforeAll(() => {
  vi.stubGlobal('getComputedStyle', () => ({ display: 'inline' }))
})

afterAll(() => vi.unstubAllGlobals())

function pageWith(...answers: readonly string[]): Document {
  const turns = answers.map(
    (html) =>
      `<div class="chat_chat-message__b"><div class="markdown-body">${html}</div><div class="chat_chat-message-action-date__d">now</div></div>`,
  )
  return linkedDocument(
    `<!doctype html><div><div class="chat_chat-message-user__c"></div>${turns.join('')}</div>`,
  )
}

function find(
  page: Document,
  text: string,
  as: 'finished' | 'contested' = 'finished',
): Element | null {
  const frontend = frontendFor(page)
  const wordsIn = (turn: Element) => wordsOf(visibleText(frontend.textPart(turn)))
  const lengthOf = (turn: Element) => turn.textContent.length
  return findTurn(
    { page, frontend, turns: turnsOf(page, frontend), wordsIn, lengthOf },
    { words: wordsOf(text), drawn: drawnWords(text), place: null, as },
    () => true,
  )
}

const draw = (markdown: string) => marked.parse(markdown, { async: false })
const other = '<p>Something else is said here, which has nothing to do with any of them at all.</p>'

test.each(Object.entries(sampleAnswers))('%s: it is found where it is drawn', (_name, sample) => {
  const page = pageWith(other, draw(sample.content), other)
  expect(find(page, sample.content)?.textContent).toContain(
    page.querySelectorAll('.markdown-body')[1]?.textContent.trim().slice(-10) ?? '',
  )
})

test('where another answer may have been written, it is found by all of its words as they are drawn', () => {
  const text =
    'See [the *first*](https://a.example/one/two/three) and [a second](https://b.example/four) one.'
  expect(find(pageWith(other, draw(text)), text, 'contested')).not.toBeNull()
  expect(find(pageWith(other, draw(text.replace('first', 'third'))), text, 'contested')).toBeNull()
})

const formula = (html: string, source: string) =>
  `<span class="katex"><span class="katex-mathml"><math><semantics><mi>drawn twice</mi><annotation encoding="application/x-tex">${source}</annotation></semantics></math></span><span class="katex-html">${html}</span></span>`

test('a formula counts by its source, and where there is none not at all', () => {
  const text = 'So $a^2$ is.'
  expect(find(pageWith(`<p>So ${formula('a2', 'a^2')} is.</p>`), text)).not.toBeNull()
  expect(
    find(pageWith(`<p>So <mjx-container><i>a</i><i>2</i></mjx-container> is.</p>`), text),
  ).not.toBeNull()
  expect(find(pageWith(`<p>So ${formula('a2', 'b^9')} was not.</p>`), text)).toBeNull()
})

test('of a long code as much as is in sight is enough to find it, and another code is not', () => {
  const lines = Array.from({ length: 100 }, (_, at) => `const value${at} = compute(${at})`)
  const text = `Here it is:\n\n\`\`\`js\n${lines.join('\n')}\n\`\`\`\n`
  const code = (all: readonly string[]) => `<p>Here it is:</p><pre>${all.join('\n')}</pre>`
  expect(find(pageWith(code(lines.slice(0, 30))), text)).not.toBeNull()
  expect(find(pageWith(code(lines.slice(0, 5))), text)).toBeNull()
  const others = lines.map((line) => line.replaceAll('value', 'other').replaceAll('compute', 'f'))
  expect(find(pageWith(code(others.slice(0, 30))), text)).toBeNull()
})

test('the number of a line is no part of its first word, and a class of that name may hold the code itself', () => {
  const question = '<p>Print hello in Python please</p>'
  const found = (code: string) =>
    find(pageWith(question, `<pre>${code}</pre>`), '```python\nprint("hello")\n```')
  expect(
    found('<span class="linenumber">1</span>print("hello")')?.querySelector('pre'),
  ).toBeTruthy()
  expect(
    found('<span class="line-number">print("hello")</span>')?.querySelector('pre'),
  ).toBeTruthy()
})

test('a text of nothing but marks is given up before it takes long', () => {
  const marks = ['[', '![', '*a ', '**a ', '`', '> ', '1. ', '- - a\n', '$', '<', '&', '_', '|a']
  for (const mark of marks) {
    expect(drawnWords(mark.repeat(400_000 / mark.length)), mark).toBeInstanceOf(Array)
  }
})
