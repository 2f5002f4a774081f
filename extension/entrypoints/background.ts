import { problemWords } from '#shared/words/english/extension/problems.ts'
import type { BackgroundDefinition } from 'wxt'
import { defineBackground } from 'wxt/utils/define-background'
import { answerUi } from '../background/own-pages/answer-ui.ts'
import { blockClear } from '../background/encrypt/block-clear.ts'
import { doWanted } from '../background/sites/do-wanted.ts'
import { observePort } from '../background/observe/observe-port.ts'
import { placePort } from '../background/record/place-port.ts'
import { pruneVault } from '../background/record/prune-vault.ts'
import type { Settings } from '../settings/settings.ts'
import { readSettings, watchSettings } from '../settings/stored-settings.ts'
import { sitesWithQuestion } from '../settings/tools-question.ts'
import { dropSites, registerSites } from '../background/sites/sites.ts'
import { forgetTab, showQuestions } from '../background/tab/tab-store.ts'
import { encryptPort } from '../background/encrypt/encrypt-port.ts'
import { tellRules } from '../background/sites/tell-rules.ts'

// Decides. State is in storage and IndexedDB: the browser may stop this worker at any moment.

const ports: Readonly<Record<string, (port: chrome.runtime.Port) => void>> = {
  observe: observePort,
  encrypt: encryptPort,
  place: placePort,
}

const script: BackgroundDefinition = defineBackground(() => {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.sender?.id === chrome.runtime.id) ports[port.name]?.(port)
  })
  chrome.runtime.onMessage.addListener((message: unknown, sender, reply) => {
    answerUi(message, sender).then(reply, () => {
      reply({ error: problemWords.failed })
    })
    return true
  })
  chrome.runtime.onInstalled.addListener(({ reason }) => {
    void begin()
    if (reason === 'install') {
      void chrome.tabs.create({ url: chrome.runtime.getURL('/welcome.html') })
    }
  })
  chrome.runtime.onStartup.addListener(() => void begin())
  chrome.permissions.onAdded.addListener(({ origins = [] }) => {
    void registerSites()
    void doWanted(origins)
  })
  chrome.permissions.onRemoved.addListener(() => void dropSites())
  watchSettings((settings, before) => void follow(settings, before))
  void readSettings().then((settings) => showQuestions(sitesWithQuestion(settings)))
  chrome.tabs.onRemoved.addListener((tabId) => void forgetTab(tabId))
})

/** What must hold whenever the browser or the extension begins. */
async function begin(): Promise<void> {
  // Firefox keeps content scripts out of it by itself.
  await chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
  const settings = await readSettings()
  await Promise.all([registerSites(), blockClear(), pruneVault(settings.retention)])
}

async function follow(settings: Settings, before: Settings): Promise<void> {
  // The content scripts refuse by themselves, whatever becomes of the browser's own rules.
  await Promise.allSettled([
    blockClear(),
    tellRules(settings, before.sites),
    showQuestions(sitesWithQuestion(settings)),
  ])
}

export default script
