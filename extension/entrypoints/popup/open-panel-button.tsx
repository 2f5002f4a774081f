/** The side panel of this window; Firefox calls it a sidebar. */
export function OpenPanelButton() {
  return (
    <button type="button" onClick={() => void openPanel()}>
      Open the side panel
    </button>
  )
}

interface SidebarBrowser {
  readonly sidebarAction?: { open(): Promise<void> }
}

async function openPanel(): Promise<void> {
  const { sidebarAction } = chrome as unknown as SidebarBrowser
  if (sidebarAction) return sidebarAction.open()
  const { id } = await chrome.windows.getCurrent()
  if (id !== undefined) await chrome.sidePanel.open({ windowId: id })
}
