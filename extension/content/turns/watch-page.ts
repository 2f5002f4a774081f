/** The events of a page that its badges have to hear. */
interface Watcher {
  readonly changed: (records: readonly MutationRecord[]) => void
  /** The page's user did something that a text may come of. */
  readonly acted: () => void
}

/** Attributes that name a turn, and those that show or hide what is in it. */
const attributes = ['id', 'data-message-id', 'data-chat-id', 'mesid', 'swipeid', 'class', 'style']
const folding = ['hidden', 'open']

interface Watching {
  /** Also in this shadow: what is in one is heard of within it alone. */
  within(root: Node): void
  end(): void
}

export function watchPage(page: Document, { changed, acted }: Watcher): Watching {
  const observer = new MutationObserver(changed)
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
      attributeFilter: [...attributes, ...folding],
    })
  }

  within(page)
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
