import { expect, test } from 'vitest'
import { bareText } from '#shared/document/bare-text.ts'

// What people paste comes out of a terminal or a chat, with what these put around it.

const answer = '{"choices": [{"message": "It costs 5$ [sic]> "}], "svc": {}}'

const before = [
  '',
  'user@host:~$ curl -s http://localhost:8787/v1/chat/completions -d \'{"model": 1}\'\n',
  '(venv) user@host:~/chat$ curl -s x\n',
  '[user@host ~]$ curl -s x\n',
  'root@host:/home# curl -s x\n',
  'PS C:\\Users\\me> curl x\n',
  'C:\\Users\\me>curl x\n',
  '➜  ~ curl -s x\n',
  '% curl -s x\n',
  '$ curl -i x\nHTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n',
]
const behind = [
  '',
  '\n',
  'user@host:~$ ',
  '\nuser@host:~$ ',
  '\n(venv) user@host:~/chat$ ',
  '[user@host ~]$ ',
  'root@host:/home# ',
  '%',
  '%\nme@Mac-mini ~ % ',
  '%\n➜  ~ ',
  '\n➜  chat git:(main) ',
  '\nPS C:\\Users\\me> ',
  '\n\nC:\\Users\\me>',
]

test('the command before an answer and the prompt behind it are no part of it', () => {
  for (const first of before) {
    for (const last of behind) {
      expect(bareText(first + answer + last), JSON.stringify([first, last])).toBe(answer)
    }
  }
})

test('a fence around it is no part of it, and neither is one of a chat', () => {
  for (const fence of ['```', '~~~']) {
    for (const language of ['', 'json', ' json']) {
      expect(bareText(`${fence}${language}\n${answer}\n${fence}\n`)).toBe(answer)
    }
  }
  const two = `\`\`\`\n${answer}\n\`\`\`\nand\n\`\`\`\n${answer}\n\`\`\``
  expect(bareText(two)).toBe(two)
})

test('a stream ends with its last event, not with the prompt', () => {
  const stream = `data: ${answer}\n\ndata: [DONE]`
  expect(bareText(`$ curl -N x\n${stream}\n\nuser@host:~$ `)).toBe(stream)
  expect(bareText(`${stream}\n\nuser@host:~$ `)).toBe(stream)
})

test.each([
  ['what ends like a prompt, but stands in the document', '{"a": "user@host:~$ '],
  ['words behind it', `${answer} Thanks!`],
  ['a second document', `${answer} ${answer}`],
  ['a prompt without a document', 'user@host:~$'],
  ['a document behind a prompt', `${answer}user@host:~$ {"b": 2}`],
])('%s is left where it is', (_what, text) => {
  expect(bareText(text)).toBe(text.trim())
})

test('what is read behind a document does not grow with it', () => {
  for (const piece of ['}', '} ', '}\n', '}a ', '}[a', '}%', '➜ ', '}user ']) {
    const text = `{${piece.repeat(768 * 1024)}`.slice(0, 768 * 1024)
    // One that goes back and forth in it takes longer than any test may.
    expect(bareText(text).length, piece).toBeGreaterThan(text.length - 200)
  }
})
