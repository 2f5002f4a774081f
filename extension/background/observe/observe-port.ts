import { readOr } from '#shared/read-or.ts'
import type { ToBridge } from '../../messages/bridge-messages.ts'
import { parseFromHook } from '../../messages/hook-messages.ts'
import { readSettings } from '../../settings/stored-settings.ts'
import { noteTab } from '../record/note-answer.ts'
import { rulesFor, sandboxedRules } from '../sites/rules-for.ts'
import { followAnswers } from './follow-answers.ts'

/** Follows what one page receives. The origin is the browser's word, never a field of a message. */
export function observePort(port: chrome.runtime.Port): void {
  const { origin, tab, frameId, url } = port.sender ?? {}
  if (origin === undefined) return
  let isOpen = true
  const isOfTab = () => isOpen && frameId === 0 && origin !== 'null'
  const place = { tabId: tab?.id ?? null, origin, isOfTab }
  port.onDisconnect.addListener(() => {
    isOpen = false
    answers.leave()
  })
  const post = (message: ToBridge) => {
    if (isOpen) port.postMessage(message)
  }
  const answers = followAnswers({ place, frameId, port, post })

  const isServed = readSettings().then((settings) => {
    const rules = rulesFor(origin, settings)
    post(origin === 'null' ? sandboxedRules(url, settings) : rules)
    return rules.site === 'on'
  })

  port.onMessage.addListener((raw: unknown) => {
    void isServed.then((isOn) => {
      if (!isOn) return
      const { kind, page } = (raw ?? {}) as { readonly kind?: unknown; readonly page?: unknown }
      // Frames within the page come and go with it.
      if (kind === 'page') return frameId === 0 ? begin(page) : undefined
      // Also pings are of no form that says anything.
      const message = readOr(null, () => parseFromHook(raw))
      if (message !== null) answers.handle(message)
    })
  })

  function begin(page: unknown): void {
    if (typeof page === 'string') noteTab(place, { kind: 'page', page }).catch(() => {})
  }
}
