import { useEffect, useState } from 'react'

export interface Tab {
  readonly id: number | null
  /** Null where there is no page of the web, or where the extension may not know. */
  readonly origin: string | null
}

/** The tab that the user looks at. `?tab=` and `?origin=` name one where this page has a tab of its own. */
export function useTab(): Tab | null {
  const [tab, setTab] = useState<Tab | null>(null)
  useEffect(() => {
    const read = () => void readTab().then(setTab)
    read()
    chrome.tabs.onActivated.addListener(read)
    chrome.tabs.onUpdated.addListener(read)
    return () => {
      chrome.tabs.onActivated.removeListener(read)
      chrome.tabs.onUpdated.removeListener(read)
    }
  }, [])
  return tab
}

async function readTab(): Promise<Tab> {
  const named = new URLSearchParams(location.search)
  const origin = named.get('origin')
  if (origin !== null) return { id: Number(named.get('tab') ?? -1), origin }
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  const url = tab?.url !== undefined && URL.canParse(tab.url) ? new URL(tab.url) : null
  return {
    id: tab?.id ?? null,
    origin: url && /^https?:$/.test(url.protocol) ? url.origin : null,
  }
}
