import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plainSaid } from '../../../../extension/answer/said.ts'
import type { ToBridge } from '../../../../extension/messages/bridge-messages.ts'
import { linkBackground } from '../../../../extension/content/link/background-link.ts'
import { pingMs } from '../../../../extension/content/link/ping.ts'

/** One connection, as the background sees it. */
interface Connection {
  readonly heard: { kind: string; id?: number }[]
  say(message: ToBridge): void
  goAway(): void
}

const rules: ToBridge = { kind: 'rules', rules: [], site: 'on', words: plainSaid }
let connections: Connection[] = []

beforeEach(() => {
  connections = []
  vi.useFakeTimers()
  vi.stubGlobal('chrome', { runtime: { id: 'own', connect } })
  return () => vi.useRealTimers()
})

afterEach(() => vi.unstubAllGlobals())

function connect() {
  const heard: Connection['heard'] = []
  let say = (_message: ToBridge) => {}
  let goAway = () => {}
  connections.push({ heard, say: (message) => say(message), goAway: () => goAway() })
  return {
    postMessage: (message: Connection['heard'][number]) =>
      message.kind === 'page' ? 0 : heard.push(message),
    disconnect: () => {},
    onMessage: { addListener: (hear: typeof say) => void (say = hear) },
    onDisconnect: { addListener: (hear: typeof goAway) => void (goAway = hear) },
  }
}

const open = (id: number) =>
  ({ kind: 'open', id, url: 'https://gw.example/', request: null, place: null }) as const

test('a background that goes away before it told the rules is asked for them again', () => {
  const heard: string[] = []
  linkBackground(
    'page',
    ({ kind }) => heard.push(kind),
    () => {},
  )
  connections[0]?.goAway()
  connections[1]?.goAway()
  connections[2]?.say(rules)
  expect(heard).toEqual(['rules'])
  connections[2]?.goAway()
  expect(connections).toHaveLength(3)
})

test('what a page leaves half read neither keeps others out, nor the background awake for ever', () => {
  const link = linkBackground(
    'page',
    () => {},
    () => {},
  )
  connections[0]?.say(rules)
  for (let id = 1; id <= 100; id += 1) link.tell(open(id))
  expect(connections[0]?.heard).toHaveLength(100)
  vi.advanceTimersByTime(1000 * pingMs)
  const pings = () => connections[0]?.heard.filter(({ kind }) => kind === 'ping').length
  expect(pings()).toBe(40)
  connections[0]?.goAway()
  expect(connections).toHaveLength(1)
  // The next word of the page brings it back, with all that is not answered yet.
  link.tell(open(101))
  expect(connections[1]?.heard.map(({ id }) => id)).toEqual(
    Array.from({ length: 32 }, (_, at) => 70 + at),
  )
})
