import { expect, test } from 'vitest'
import { rulesFor, sandboxedRules } from '../../../../extension/background/sites/rules-for.ts'
import { initialSettings, type Pair } from '../../../../extension/settings/settings.ts'

// What a page's content script is told to do with requests.

const site = 'https://chat.example'
const pair = (own: string, gateway: string, takeover: Pair['takeover']): Pair => {
  return { site: own, gateway, takeover, key: 'page', tools: 'ask', clear: 'refuse' }
}
const settings = {
  ...initialSettings,
  sites: [site],
  pairs: [
    pair(site, 'https://always.example', 'always'),
    pair(site, 'https://possible.example', 'possible'),
    pair(site, 'https://off.example', 'off'),
    pair('https://dropped.example', 'https://always.example', 'always'),
  ],
}

const told = ({ site: is, rules }: ReturnType<typeof rulesFor>) => [
  is,
  ...rules.map(({ takeover }) => takeover),
]

test('a site is told of its own gateways that are not off, and another one, as on another port, of none', () => {
  expect(told(rulesFor(site, settings))).toEqual(['on', 'always', 'possible'])
  for (const other of ['https://dropped.example', `${site}:8443`, 'http://chat.example', 'null']) {
    expect(told(rulesFor(other, settings))).toEqual(['off'])
  }
})

test('a document that its server sandboxes is of no origin: there nothing is encrypted, and what must be is refused', () => {
  expect(told(sandboxedRules(`${site}/c`, settings))).toEqual(['on', 'always'])
  expect(told(sandboxedRules('https://dropped.example/c', settings))).toEqual(['off'])
  for (const url of [undefined, 'about:srcdoc', 'no address']) {
    expect(told(sandboxedRules(url, settings))).toEqual(['off'])
  }
})
