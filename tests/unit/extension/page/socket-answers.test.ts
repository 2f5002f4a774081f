import { expect, test } from 'vitest'
import { parseFromHook, type FromHook } from '../../../../extension/messages/hook-messages.ts'
import { createSocketAnswers } from '../../../../extension/page/socket-answers.ts'

const frame = (place: string, data: object) =>
  `42${JSON.stringify(['events', { message_id: place, data: { type: 'chat:completion', data } }])}`

test('generations that were stopped make room: the oldest is closed for one more', () => {
  const told: FromHook[] = []
  let id = 0
  const answers = createSocketAnswers({
    nextId: () => (id += 1),
    send: (message) => told.push(message),
  })
  for (let count = 1; count <= 100; count += 1) {
    answers.frame('https://chat.example/', frame(`stopped-${count}`, { content: 'Begun' }))
  }
  answers.frame('https://chat.example/', frame('whole', { content: 'Done', done: true }))
  const last = told.filter((message) => message.id === 101)
  expect(last.map(({ kind }) => kind)).toEqual(['open', 'part', 'close'])
  const closed = told.flatMap((message) => (message.kind === 'close' ? [message.id] : []))
  expect(closed.slice(0, 69)).toEqual(Array.from({ length: 69 }, (_, at) => at + 1))
})

test.each(['chat:tasks:cancel', 'chat:message:error'])(
  'an answer that its server gives up by %s is over, with what was held of it',
  (type) => {
    const told: FromHook[] = []
    const answers = createSocketAnswers({ nextId: () => 1, send: (message) => told.push(message) })
    answers.frame('https://chat.example/', frame('m', { content: 'Begun with many words' }))
    answers.frame('https://chat.example/', frame('m', { content: 'Begun with many words, and' }))
    const stop = ['events', { message_id: 'm', data: { type } }]
    answers.frame('https://chat.example/', `42${JSON.stringify(stop)}`)
    answers.frame('https://chat.example/', `42${JSON.stringify(stop)}`)
    expect(told.map(({ kind }) => kind)).toEqual(['open', 'part', 'part', 'close'])
  },
)

test('a long answer is told in parts that are listened to, and none of it is lost', () => {
  const told: FromHook[] = []
  const answers = createSocketAnswers({ nextId: () => 1, send: (message) => told.push(message) })
  const content = 'é'.repeat(600_000)
  answers.frame('https://chat.example/', frame('long', { content, done: true, svc: {} }))
  for (const message of told) expect(parseFromHook(message)).toEqual(message)
  const text = told.map((message) => (message.kind === 'part' ? message.text : '')).join('')
  expect(JSON.parse(text)).toEqual({ content, svc: {}, done: true })
})
