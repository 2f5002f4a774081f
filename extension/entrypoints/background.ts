import type { BackgroundDefinition } from 'wxt'
import { defineBackground } from 'wxt/utils/define-background'
import { answerPopup } from '../background/answer-popup.ts'
import { observePort } from '../background/observe-port.ts'
import { registerSites } from '../background/sites.ts'

// Decides. State is in storage and IndexedDB: the browser may stop this worker at any moment.

const script: BackgroundDefinition = defineBackground(() => {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name === 'observe' && port.sender?.id === chrome.runtime.id) observePort(port)
  })
  chrome.runtime.onMessage.addListener((message: unknown, sender, reply) => {
    answerPopup(message, sender).then(reply, (error: unknown) => {
      reply({ error: error instanceof Error ? error.message : 'unknown' })
    })
    return true
  })
  chrome.runtime.onInstalled.addListener(() => void registerSites())
  chrome.runtime.onStartup.addListener(() => void registerSites())
  chrome.permissions.onAdded.addListener(() => void registerSites())
  chrome.permissions.onRemoved.addListener(() => void registerSites())
})

export default script
