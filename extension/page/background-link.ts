import type { FromPage, ToPage } from '../messages.ts'

/** Keeps the background awake while an answer is on its way; it would be stopped after 30 s. */
const pingMs = 15_000
/** Answers that are kept for a background that may have to be told again. */
const mostUnanswered = 32

export interface BackgroundLink {
  tell(message: FromPage): void
}

/**
 * Tells the background what a page receives. The browser may stop the background at any moment: what it
 * has not answered yet is kept here, and told again from the start to the one that comes after it.
 */
export function linkBackground(
  answered: (message: ToPage) => void,
  gone: () => void,
): BackgroundLink {
  const unanswered = new Map<number, FromPage[]>()
  let port: chrome.runtime.Port | null = null

  function connect(): chrome.runtime.Port | null {
    // Without an id this script's extension was updated or switched off.
    if (!chrome.runtime?.id) {
      gone()
      return null
    }
    const opened = chrome.runtime.connect({ name: 'observe' })
    const ping = setInterval(() => {
      if (unanswered.size > 0) opened.postMessage({ kind: 'ping' })
    }, pingMs)
    opened.onMessage.addListener((message: ToPage) => {
      unanswered.delete(message.id)
      answered(message)
    })
    opened.onDisconnect.addListener(() => {
      clearInterval(ping)
      port = null
      if (unanswered.size > 0) port = connect()
    })
    for (const messages of unanswered.values())
      for (const each of messages) opened.postMessage(each)
    return opened
  }

  return {
    tell(message) {
      const known = unanswered.get(message.id)
      if (port === null) port = connect()
      port?.postMessage(message)
      if (known) known.push(message)
      else if (unanswered.size < mostUnanswered) unanswered.set(message.id, [message])
    },
  }
}
