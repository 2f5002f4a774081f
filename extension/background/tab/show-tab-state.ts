import { toolbarWords } from '#shared/words/english/extension/toolbar.ts'
import type { Look, Tone } from '#shared/judge/state/look-of.ts'
import { followWeakest } from '../../tab/follow-weakest.ts'
import type { TabState } from '../../tab/tab-state.ts'

const colours: Readonly<Record<Tone, string>> = {
  pass: '#155e47',
  soft: '#565d59',
  skip: '#7a5200',
  simulated: '#85431a',
  none: '#565d59',
  fail: '#9b2318',
}

interface Toolbar {
  readonly text: string
  readonly color: string
  readonly title: string
}

/** What stands on the toolbar of each tab as far as this worker put it there, and of which state. */
const shown = new Map<
  number,
  { readonly state: TabState; readonly hasQuestion: boolean; readonly toolbar: Toolbar }
>()
const weakest = new Map<number, ReturnType<typeof followWeakest>>()

/** Nothing of it stands there any longer. */
export function clearedToolbar(tabId: number): void {
  shown.delete(tabId)
}

/** It was closed. */
export function closedTab(tabId: number): void {
  clearedToolbar(tabId)
  weakest.delete(tabId)
}

/**
 * The weakest answer of a tab on the toolbar, where no page can draw. Nothing is described for it.
 * @param of whether its user is asked something in popup and panel
 */
export async function showTabState(
  tabId: number,
  state: TabState,
  { hasQuestion }: { readonly hasQuestion: boolean },
): Promise<void> {
  const before = shown.get(tabId)
  if (before?.state === state && before.hasQuestion === hasQuestion) return
  const weakestIn = weakest.get(tabId) ?? followWeakest()
  weakest.set(tabId, weakestIn)
  const said = weakestIn(state)
  const toolbar = hasQuestion ? questionBeside(said) : toolbarOf(said)
  shown.set(tabId, { state, hasQuestion, toolbar })
  const { text, color, title } = toolbar
  const isNew = (name: keyof Toolbar) => before?.toolbar[name] !== toolbar[name]
  const set = await Promise.allSettled([
    isNew('text') && chrome.action.setBadgeText({ tabId, text }),
    isNew('color') && chrome.action.setBadgeBackgroundColor({ tabId, color }),
    isNew('title') && chrome.action.setTitle({ tabId, title }),
  ])
  if (set.some(({ status }) => status === 'rejected')) clearedToolbar(tabId)
}

function toolbarOf(said: Look | null): Toolbar {
  return {
    text: said?.mark ?? '',
    color: colours[said?.tone ?? 'none'],
    title: `Countersign${said ? `: ${said.label}` : ''}`,
  }
}

/** A question waits for its user; a failure is said before it. */
function questionBeside(said: Look | null): Toolbar {
  const beside = toolbarOf(said)
  const title = `${beside.title}${said ? '. ' : ': '}${toolbarWords.questionWaits}`
  if (said?.tone === 'fail') return { ...beside, title }
  return { text: '?', color: colours.skip, title }
}
