import type { ToBridge } from '../../messages/bridge-messages.ts'
import type { FromHook } from '../../messages/hook-messages.ts'
import { pingMs } from './ping.ts'

/** Answers, and characters of them, that are kept for a background that may have to be told again. */
const mostUnanswered = 32
const mostCharacters = 16 * 1024 * 1024

/** Pings without a word of the page after which its answers are not waited for: ten minutes. */
const mostQuiet = 40

export interface BackgroundLink {
  readonly tell: (message: FromHook) => void
  /** Connects anew, which brings the rules as they are now. */
  renew(): void
}

/** Without an id this script's extension was updated or switched off. */
function isOrphaned(): boolean {
  return !chrome.runtime?.id
}

interface Unanswered {
  readonly messages: FromHook[]
  characters: number
}

/**
 * Tells the background what a page receives. The browser may stop the background at any moment: what it
 * has not answered yet is kept here, and told again from the start to the one that comes after it.
 * @param page which document this is
 * @param orphaned called when the extension was updated or switched off everywhere; nothing is told any longer
 */
export function linkBackground(
  page: string,
  hear: (message: ToBridge) => void,
  orphaned: () => void,
): BackgroundLink {
  const unanswered = new Map<number, Unanswered>()
  let characters = 0
  /** Pings since the page told anything: an answer that it left half read comes to no end. */
  let quiet = 0
  let port: chrome.runtime.Port | null = connect()

  function connect(): chrome.runtime.Port | null {
    if (isOrphaned()) {
      orphaned()
      return null
    }
    let hasRules = false
    const opened = chrome.runtime.connect({ name: 'observe' })
    opened.postMessage({ kind: 'page', page })
    const ping = setInterval(() => {
      if (port !== opened) clearInterval(ping)
      else if (isAwaited()) {
        quiet += 1
        opened.postMessage({ kind: 'ping' })
      }
    }, pingMs)
    opened.onMessage.addListener((message: ToBridge) => {
      hasRules = true
      if (message.kind === 'judged' || message.kind === 'refused' || message.kind === 'nothing') {
        forget(message.id)
      }
      hear(message)
    })
    opened.onDisconnect.addListener(() => {
      clearInterval(ping)
      if (port !== opened) return
      port = null
      if (!hasRules || isAwaited()) port = connect()
    })
    for (const { messages } of unanswered.values()) {
      for (const message of messages) opened.postMessage(message)
    }
    return opened
  }

  function isAwaited(): boolean {
    return unanswered.size > 0 && quiet < mostQuiet
  }

  /** There is no room for it: nobody tells how it ends. */
  function giveUp(id: number): void {
    forget(id)
    hear({ kind: 'nothing', id })
  }

  function forget(id: number): void {
    characters -= unanswered.get(id)?.characters ?? 0
    unanswered.delete(id)
  }

  return {
    tell(message) {
      if (isOrphaned()) return orphaned()
      quiet = 0
      if (message.kind === 'open') {
        const [oldest] = unanswered.keys()
        if (unanswered.size >= mostUnanswered && oldest !== undefined) giveUp(oldest)
        unanswered.set(message.id, { messages: [], characters: 0 })
      }
      // A message of a response that was given up is not sent at all.
      const known = unanswered.get(message.id)
      if (!known) return
      const length = message.kind === 'part' ? message.text.length : 0
      if (characters + length > mostCharacters) return giveUp(message.id)
      known.characters += length
      characters += length
      known.messages.push(message)
      if (port) port.postMessage(message)
      else port = connect()
    },
    renew() {
      const old = port
      port = connect()
      old?.disconnect()
    },
  }
}
