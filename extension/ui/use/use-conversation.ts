import { useEffect, useState } from 'react'
import type { Conversation } from '../../messages/ui-requests.ts'
import { askBackground } from '../ask-background.ts'

/** What stands in a tab, kept up to date; null until it was read. */
export function useConversation(tabId: number | null): Conversation | null {
  const [conversation, setConversation] = useState<Conversation | null>(null)
  useEffect(() => {
    if (tabId === null) return
    let isCurrent = true
    const read = () => {
      askBackground({ kind: 'read-conversation', tabId }).then(
        (found) => {
          if (isCurrent) setConversation(found)
        },
        () => {},
      )
    }
    read()
    chrome.storage.session.onChanged.addListener(read)
    chrome.storage.local.onChanged.addListener(read)
    return () => {
      isCurrent = false
      chrome.storage.session.onChanged.removeListener(read)
      chrome.storage.local.onChanged.removeListener(read)
    }
  }, [tabId])
  return conversation
}
