import { useEffect, useState } from 'react'

/**
 * Whether this extension's script runs in the page of a tab: not where the page was loaded before its site
 * was enabled, or before the extension was updated. Null until it is known.
 */
export function useIsRunning(tabId: number | null): 'yes' | 'no' | null {
  const [isRunning, setIsRunning] = useState<'yes' | 'no' | null>(null)
  useEffect(() => {
    if (tabId === null || tabId < 0) return
    let isCurrent = true
    const read = () =>
      void chrome.tabs.sendMessage(tabId, { kind: 'is-running' }, { frameId: 0 }).then(
        () => isCurrent && setIsRunning('yes'),
        // Nobody is there to receive it; while a page loads, nobody is yet.
        async () => {
          const tab = await chrome.tabs.get(tabId).catch(() => null)
          if (isCurrent) setIsRunning(tab?.status === 'loading' ? null : 'no')
        },
      )
    read()
    chrome.tabs.onUpdated.addListener(read)
    return () => {
      isCurrent = false
      chrome.tabs.onUpdated.removeListener(read)
    }
  }, [tabId])
  return isRunning
}
