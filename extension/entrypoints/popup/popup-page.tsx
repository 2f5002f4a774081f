import { useCallback, useEffect, useState } from 'react'
import type { Gateway } from '../../background/settings.ts'
import type { KeptAnswer } from '../../vault/vault.ts'
import { AnswerList } from './answer-list.tsx'
import { askBackground } from './ask-background.ts'
import { GatewayList } from './gateway-list.tsx'

interface Shown {
  readonly origin: string | null
  readonly enabled: boolean
  /** Whether the browser lets the extension run there already. */
  readonly permitted: boolean
  readonly development: boolean
  readonly gateways: readonly Gateway[]
  readonly answers: readonly Omit<KeptAnswer, 'salts'>[]
}

/** `?origin=` names a site where there is no active tab, as when the page is opened by itself. */
async function currentOrigin(): Promise<string | null> {
  const named = new URLSearchParams(location.search).get('origin')
  if (named !== null) return named
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  const url = tab?.url === undefined ? null : new URL(tab.url)
  return url?.protocol.startsWith('http') === true ? url.origin : null
}

async function read(): Promise<Shown> {
  const origin = await currentOrigin()
  const { sites, development } = await askBackground({ kind: 'list-sites' })
  const gateways = await askBackground({ kind: 'list-gateways' })
  const answers = origin === null ? [] : await askBackground({ kind: 'list-answers', origin })
  const permitted =
    origin !== null && (await chrome.permissions.contains({ origins: [`${origin}/*`] }))
  return {
    origin,
    permitted,
    enabled: permitted && sites.includes(origin),
    development,
    gateways,
    answers,
  }
}

/** What a page cannot fake: the site's answers in order, each with its verdict. */
export function PopupPage() {
  const [shown, setShown] = useState<Shown | null>(null)
  const refresh = useCallback(() => void read().then(setShown), [])
  useEffect(refresh, [refresh])
  if (!shown) return null
  const { origin, enabled, permitted, development, gateways, answers } = shown

  async function toggle(): Promise<void> {
    if (origin === null) return
    if (enabled) {
      await askBackground({ kind: 'disable-site', origin })
      // Asked for in the click itself: Firefox allows it nowhere else.
    } else if (permitted || (await chrome.permissions.request({ origins: [`${origin}/*`] }))) {
      await askBackground({ kind: 'enable-site', origin })
    }
    refresh()
  }

  return (
    <main>
      <h1>Countersign</h1>
      {development && (
        <p className="loud" role="alert">
          Development mode: simulated enclaves count. They prove nothing about hardware.
        </p>
      )}
      {origin === null ? (
        <p>There is no site in this tab.</p>
      ) : (
        <p>
          <button type="button" onClick={() => void toggle()}>
            {enabled ? 'Switch off on' : 'Enable on'} {origin}
          </button>
        </p>
      )}
      <GatewayList gateways={gateways} changed={refresh} />
      {enabled && <AnswerList answers={answers} />}
      <label>
        <input
          type="checkbox"
          checked={development}
          onChange={({ target }) => {
            void askBackground({ kind: 'set-development', on: target.checked }).then(refresh)
          }}
        />{' '}
        Development mode
      </label>
    </main>
  )
}
