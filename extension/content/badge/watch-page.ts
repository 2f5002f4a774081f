/** What the badges of a page have to hear of it. */
interface Watcher {
  /** @param isNew whether more changed than how things are drawn */
  readonly changed: (records: readonly MutationRecord[], isNew: boolean) => void
  /** It was moving into its place, and is there. */
  readonly arrived: (element: Element) => void
  /** Its user did something that a text may come of. */
  readonly acted: () => void
}

/** Attributes that name a turn, and those that decide how its text is drawn. */
const names = ['id', 'data-message-id', 'data-chat-id', 'mesid', 'swipeid']
const drawing = ['class', 'style', 'hidden', 'open', 'start', 'value', 'href']

/** @returns ends it */
export function watchPage(page: Document, { changed, arrived, acted }: Watcher): () => void {
  const observer = new MutationObserver((records) => {
    changed(
      records,
      records.some(({ attributeName }) => !drawing.includes(attributeName ?? '')),
    )
  })
  observer.observe(page, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: [...names, ...drawing],
  })
  const listening = new AbortController()
  const how = { capture: true, passive: true, signal: listening.signal }
  for (const kind of ['animationend', 'transitionend'] as const) {
    const hear = ({ target }: Event) => {
      if (target instanceof Element) arrived(target)
    }
    page.addEventListener(kind, hear, how)
  }
  page.addEventListener('click', ({ isTrusted }) => isTrusted && acted(), how)
  page.addEventListener(
    'keydown',
    ({ isTrusted, key }) => isTrusted && key === 'Enter' && acted(),
    how,
  )
  return () => {
    observer.disconnect()
    listening.abort()
  }
}
