import { FormatError } from '#shared/errors.ts'
import { parseFromPlaces, type FromPlaces, type ToPlaces } from '../messages/place-messages.ts'
import { wordsOf } from '../text/words-of.ts'
import { textDigests } from '../vault/text-digest.ts'
import { vault } from '../vault/vault.ts'
import { describeAnswer } from './describe-answer.ts'
import { readSettings } from './settings.ts'
import { noteTurns } from './tab-notes.ts'
import { showTabState } from './show-tab-state.ts'

/** Texts that a badge may have stood beside: a page may draw an answer in so many ways. */
const mostShown = 16

/** Answers the part of the content script that places badges. It is told of its own site's answers only. */
export function placePort(port: chrome.runtime.Port): void {
  const { origin, tab } = port.sender ?? {}
  if (origin === undefined) return
  const site: string = origin
  const tabId = tab?.id ?? null
  let isOpen = true
  port.onDisconnect.addListener(() => {
    isOpen = false
  })
  const post = (message: ToPlaces) => {
    if (isOpen) port.postMessage(message)
  }
  let isDeaf = false
  const ready = readSettings().then(({ sites }) => {
    isDeaf = !sites.includes(site)
  })

  port.onMessage.addListener((raw: unknown) => {
    void ready.then(async () => {
      if (isDeaf) return
      try {
        await take(parseFromPlaces(raw))
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
        isDeaf = true
      }
    })
  })

  async function take(message: FromPlaces): Promise<void> {
    switch (message.kind) {
      case 'look': {
        const [digest = ''] = await textDigests(site, [wordsOf(message.text)])
        const found = await vault.withText(site, digest)
        return post({
          kind: 'found',
          ref: message.ref,
          card: found ? await describeAnswer(found) : null,
        })
      }
      case 'shown':
        return shown(message)
      case 'turns':
        await noteTurns(tabId, site, message)
        return tabId === null ? undefined : showTabState(tabId)
      case 'open-answer': {
        if ((await vault.read(message.digest))?.origin !== site) return
        const { digest, disclose } = message
        const query = new URLSearchParams({ digest, ...(disclose === null ? {} : { disclose }) })
        await chrome.tabs.create({ url: chrome.runtime.getURL(`/answer.html?${query}`) })
      }
    }
  }

  async function shown({
    digest,
    text,
    told,
  }: Extract<FromPlaces, { kind: 'shown' }>): Promise<void> {
    const [textDigest = ''] = await textDigests(site, [wordsOf(text)])
    const kept = await vault.change(digest, (known) =>
      known?.origin === site
        ? {
            ...known,
            told: known.told || told,
            shown: known.signedTexts.includes(textDigest) ? 'same' : 'unsure',
            shownTexts: [
              textDigest,
              ...known.shownTexts.filter((each) => each !== textDigest),
            ].slice(0, mostShown),
          }
        : null,
    )
    if (kept?.origin === site) post({ kind: 'card', card: await describeAnswer(kept), text })
  }
}
