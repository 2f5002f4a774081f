import type { ToBridge } from '../messages/bridge-messages.ts'
import type { FromHook } from '../messages/hook-messages.ts'
import { pingMs } from './ping.ts'

/** Answers, and characters of them, that are kept for a background that may have to be told again. */
const mostUnanswered = 32
const mostCharacters = 16 * 1024 * 1024

export interface BackgroundLink {
  readonly tell: (message: FromHook) => void
  /** Connects anew, which brings the rules as they are now. */
  renew(): void
}

interface Unanswered {
  readonly messages: FromHook[]
  characters: number
}

/**
 * Tells the background what a page receives. The browser may stop the background at any moment: what it
 * has not answered yet is kept here, and told again from the start to the one that comes after it.
 */
export function linkBackground(
  hear: (message: ToBridge) => void,
  gone: () => void,
): BackgroundLink {
  const unanswered = new Map<number, Unanswered>()
  let characters = 0
  let port: chrome.runtime.Port | null = connect()

  function connect(): chrome.runtime.Port | null {
    // Without an id this script's extension was updated or switched off.
    if (!chrome.runtime?.id) {
      gone()
      return null
    }
    const opened = chrome.runtime.connect({ name: 'observe' })
    const ping = setInterval(() => {
      if (port !== opened) clearInterval(ping)
      else if (unanswered.size > 0) opened.postMessage({ kind: 'ping' })
    }, pingMs)
    opened.onMessage.addListener((message: ToBridge) => {
      if (message.kind === 'judged' || message.kind === 'nothing') forget(message.id)
      hear(message)
    })
    opened.onDisconnect.addListener(() => {
      clearInterval(ping)
      if (port !== opened) return
      port = null
      if (unanswered.size > 0) port = connect()
    })
    for (const { messages } of unanswered.values()) {
      for (const message of messages) opened.postMessage(message)
    }
    return opened
  }

  function forget(id: number): void {
    characters -= unanswered.get(id)?.characters ?? 0
    unanswered.delete(id)
  }

  /** Whether it is kept; what there is no room for is not told at all. */
  function keep(message: FromHook): boolean {
    if (message.kind === 'open') {
      if (unanswered.size >= mostUnanswered) return false
      unanswered.set(message.id, { messages: [], characters: 0 })
    }
    const known = unanswered.get(message.id)
    if (known === undefined) return false
    const length = message.kind === 'part' ? message.text.length : 0
    if (characters + length > mostCharacters) {
      forget(message.id)
      return false
    }
    known.characters += length
    characters += length
    known.messages.push(message)
    return true
  }

  return {
    tell(message) {
      if (!keep(message)) return
      if (port === null) port = connect()
      else port.postMessage(message)
    },
    renew() {
      const old = port
      port = connect()
      old?.disconnect()
    },
  }
}
