import { useCallback, useEffect, useState } from 'react'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import { askBackground } from '../ask-background.ts'

/** What the user set, kept up to date; null until it was read. */
export function useSettings(): ShownSettings | null {
  const [settings, setSettings] = useState<ShownSettings | null>(null)
  const read = useCallback(
    () => void askBackground({ kind: 'read-settings' }).then(setSettings, () => {}),
    [],
  )
  useEffect(() => {
    read()
    chrome.storage.local.onChanged.addListener(read)
    return () => chrome.storage.local.onChanged.removeListener(read)
  }, [read])
  return settings
}
