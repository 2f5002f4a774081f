/**
 * Loads the page of a site again that was just enabled, since nothing ran in it before, and then shows the popup, which
 * says that it is watched: the browser closed it to ask. A page that its user left by now is left alone.
 * @param origin of the site
 */
export async function reloadPage(tabId: number, origin: string): Promise<void> {
  const tab = await chrome.tabs.get(tabId).catch(() => null)
  const { url = '', active = false, windowId } = tab ?? {}
  if (!URL.canParse(url) || new URL(url).origin !== origin) return
  const loaded = whenLoaded(tabId)
  await chrome.tabs.reload(tabId)
  await loaded
  // Where it stands open, or the browser wants a click for it, this does nothing.
  if (active) await chrome.action.openPopup({ windowId }).catch(() => {})
}

/** Also when it is closed meanwhile. */
function whenLoaded(tabId: number): Promise<void> {
  const { onUpdated, onRemoved } = chrome.tabs
  return new Promise((resolve) => {
    const done = () => {
      onUpdated.removeListener(updated)
      onRemoved.removeListener(removed)
      resolve()
    }
    const updated = (id: number, { status }: { status?: string }) => {
      if (id === tabId && status === 'complete') done()
    }
    const removed = (id: number) => {
      if (id === tabId) done()
    }
    onUpdated.addListener(updated)
    onRemoved.addListener(removed)
  })
}
