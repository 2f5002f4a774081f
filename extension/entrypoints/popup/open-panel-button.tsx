import { popupWords as words } from '#shared/words/english/extension/popup.ts'
/** The side panel of this window; Firefox calls it a sidebar. */
export function OpenPanelButton() {
  return (
    <button type="button" onClick={() => void openPanel()}>
      {words.openPanel}
    </button>
  )
}

interface Panels {
  /** Firefox's. */
  readonly sidebarAction?: { open(): Promise<void> }
  /** Chrome's. */
  readonly sidePanel?: typeof chrome.sidePanel
}

async function openPanel(): Promise<void> {
  const { sidebarAction, sidePanel } = chrome as unknown as Panels
  if (sidebarAction) return sidebarAction.open()
  const { id } = await chrome.windows.getCurrent()
  if (id !== undefined) await sidePanel?.open({ windowId: id })
}
