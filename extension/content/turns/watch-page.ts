/** What the badges of a page have to hear of it. */
interface Watcher {
  /** @param isNew whether more changed than how things are drawn */
  readonly changed: (records: readonly MutationRecord[], isNew: boolean) => void
  /** It was moving into its place, and is there. */
  readonly arrived: (element: Element) => void
  /** A style sheet or a font came: whatever stands there may be drawn otherwise. */
  readonly styled: () => void
  /** Its user did something that a text may come of. */
  readonly acted: () => void
}

/** Attributes that name a turn, and those that decide how its text is drawn. */
const names = ['id', 'data-message-id', 'data-chat-id', 'mesid', 'swipeid']
const drawing = ['class', 'style', 'hidden', 'open', 'start', 'value', 'href']

function isSheet(node: Node): boolean {
  return node instanceof HTMLStyleElement
}

interface Watching {
  /** Also in this shadow: what is in one is heard of within it alone. */
  within(root: Node): void
  end(): void
}

export function watchPage(page: Document, { changed, arrived, styled, acted }: Watcher): Watching {
  const observer = new MutationObserver((records) => {
    changed(
      records,
      records.some(({ attributeName }) => !drawing.includes(attributeName ?? '')),
    )
    if (records.some(({ addedNodes }) => [...addedNodes].some(isSheet))) styled()
  })
  const listening = new AbortController()
  const how = { capture: true, passive: true, signal: listening.signal }
  const watched = new WeakSet<Node>()

  function within(root: Node): void {
    if (watched.has(root)) return
    watched.add(root)
    observer.observe(root, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: [...names, ...drawing],
    })
    for (const kind of ['animationend', 'transitionend'] as const) {
      const hear = ({ target }: Event) => {
        if (target instanceof Element) arrived(target)
      }
      root.addEventListener(kind, hear, how)
    }
  }

  within(page)
  page.addEventListener('load', ({ target }) => target instanceof HTMLLinkElement && styled(), how)
  page.fonts.addEventListener('loadingdone', styled, how)
  page.addEventListener('click', ({ isTrusted }) => isTrusted && acted(), how)
  page.addEventListener(
    'keydown',
    ({ isTrusted, key }) => isTrusted && key === 'Enter' && acted(),
    how,
  )
  return {
    within,
    end() {
      observer.disconnect()
      listening.abort()
    },
  }
}
