import { expect, test } from 'vitest'
import type { FromHook } from '../../../../extension/messages/hook-messages.ts'
import type { HookChannel } from '../../../../extension/page/hook-channel.ts'
import { wrapXhr } from '../../../../extension/page/wrap/wrap-xhr.ts'

/** A request of which a test says how far it is. */
class Request extends EventTarget {
  readyState = 0
  responseText = ''
  readonly responseType = ''
  readonly responseURL = 'https://chat.example/v1/chat/completions'
  open(): void {}
  send(): void {}

  become(readyState: number, responseText: string): void {
    Object.assign(this, { readyState, responseText })
    this.dispatchEvent(new Event('readystatechange'))
  }
}

test('what a page receives piece by piece is told once, when all of it came', () => {
  const told: FromHook[] = []
  const channel = {
    nextId: () => 1,
    observe: (message: FromHook) => told.push(message),
    takeoverOf: () => null,
  } as unknown as HookChannel
  const scope = {
    XMLHttpRequest: Request,
    document: { baseURI: 'https://chat.example/' },
  } as unknown as typeof globalThis
  wrapXhr(scope, channel, { frame: () => {}, poll: () => {} })
  const asked = new scope.XMLHttpRequest() as unknown as Request & XMLHttpRequest
  asked.open('POST', '/v1/chat/completions')
  asked.send('{}')
  asked.become(2, '')
  asked.become(3, '{"choices":')
  asked.become(3, '{"choices":[]')
  asked.become(4, '{"choices":[]}')
  expect(told.map(({ kind }) => kind)).toEqual(['open', 'part', 'close'])
  expect(told[1]).toMatchObject({ text: '{"choices":[]}' })
})
