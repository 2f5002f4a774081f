import { useEffect, useState } from 'react'
import type { UiAnswers } from '../../messages/ui-requests.ts'
import { askBackground, NotGranted } from '../../ui/ask-background.ts'
import type { Tab } from '../../ui/use/use-tab.ts'

export type Offered = UiAnswers['look-at-gateway'] | { readonly problem: string }

/**
 * What the gateway says of itself whose page stands in the tab; null for any other page. A page only says that its
 * origin is a gateway's: who signs there is read from `/api/limits` of the address that the browser shows, and
 * nothing is kept before the user's click. Other sites are not asked anything.
 * @param known says which gateways are named, so that it is read again when they change; null while that is read
 */
export function useOfferedGateway(tab: Tab | null, known: string | null): Offered | null {
  const [offered, setOffered] = useState<Offered | null>(null)
  const id = tab?.id ?? null
  const origin = tab?.origin ?? null
  useEffect(() => {
    if (id === null || id < 0 || origin === null || known === null) return
    let isCurrent = true
    const read = async () => {
      if (!(await isOffered(id))) return null
      return askBackground({ kind: 'look-at-gateway', url: origin })
    }
    read().then(
      (found) => isCurrent && setOffered(found),
      (error: unknown) => {
        if (isCurrent) setOffered(error instanceof NotGranted ? { problem: error.message } : null)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [id, origin, known])
  // Not what was read of the page before.
  return offered && ('problem' in offered || offered.origin === origin) ? offered : null
}

/** The click that opened the popup lets the extension look into this one page, and not at its other frames. */
async function isOffered(tabId: number): Promise<boolean> {
  try {
    const [found] = await chrome.scripting.executeScript({
      target: { tabId },
      func: () => document.querySelector('head > meta[name="countersign-gateway"]') !== null,
    })
    return found?.result === true
  } catch {
    // A page that no extension may look into.
    return false
  }
}
