import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import { useEffect, useState } from 'react'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'
import { Section } from './section.tsx'

/** By the names that the manifest gives them. */
const meanings: Readonly<Record<string, string>> = {
  _execute_action: words.openPopup,
  'next-answer': words.nextAnswer,
  'open-panel': words.openPanel,
  _execute_sidebar_action: words.openOrClosePanel,
}

/** The keys as they are now: the browser lets its user change them, and nobody else. */
export function KeyboardSection() {
  const [commands, setCommands] = useState<readonly chrome.commands.Command[]>([])
  const { act, problem } = useAct()
  useEffect(() => {
    const read = () => void chrome.commands.getAll().then(setCommands)
    read()
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [])
  return (
    <Section title={words.keyboard} lead={words.keyboardLead}>
      <table>
        <thead>
          <tr>
            <th>{words.keys}</th>
            <th>{words.keysDo}</th>
          </tr>
        </thead>
        <tbody>
          {commands.map(({ name = '', shortcut = '' }) => (
            <tr key={name}>
              <td>{shortcut === '' ? words.noKeys : <kbd>{shortcut}</kbd>}</td>
              <td>{meanings[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft-text">{words.keysMeans}</p>
      <div className="row">
        <button type="button" onClick={() => act(openShortcutSettings)}>
          {words.changeKeys}
        </button>
      </div>
      <ProblemLine problem={problem} />
    </Section>
  )
}

/** Firefox's. */
interface SettableCommands {
  openShortcutSettings?(): Promise<void>
}

async function openShortcutSettings(): Promise<void> {
  const commands = chrome.commands as unknown as SettableCommands
  if (commands.openShortcutSettings) await commands.openShortcutSettings()
  else await chrome.tabs.create({ url: 'chrome://extensions/shortcuts' })
}
