/** Does what a keyboard shortcut of the manifest stands for; the browser itself opens the popup. */
export async function doCommand(command: string, tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (tab?.id === undefined) return
  switch (command) {
    case 'open-panel': {
      // Firefox has a command of its own for it.
      const { sidePanel } = chrome as { readonly sidePanel?: typeof chrome.sidePanel }
      return sidePanel?.open({ windowId: tab.windowId })
    }
    case 'next-answer':
      // Nobody hears it on a page that is not watched.
      await chrome.tabs
        .sendMessage(tab.id, { kind: 'open-next-card' }, { frameId: 0 })
        .catch(() => {})
  }
}
