import { useEffect, useState } from 'react'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'
import { Section } from './section.tsx'

/** By the names that the manifest gives them. */
const meanings: Readonly<Record<string, string>> = {
  _execute_action: 'Open the popup, for the page in front of you',
  'next-answer': 'Open the card of the next answer of the page',
  'open-panel': 'Open the side panel',
  _execute_sidebar_action: 'Open or close the side panel',
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
    <Section title="Keyboard" lead="What these keys do, wherever you are in this browser.">
      <table>
        <thead>
          <tr>
            <th>Keys</th>
            <th>What they do</th>
          </tr>
        </thead>
        <tbody>
          {commands.map(({ name = '', shortcut = '' }) => (
            <tr key={name}>
              <td>{shortcut === '' ? 'None set' : <kbd>{shortcut}</kbd>}</td>
              <td>{meanings[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft-text">
        In an open card Tab goes on and Escape closes it. Keys that another extension or the browser
        has are set to others by you, in the browser.
      </p>
      <div className="row">
        <button type="button" onClick={() => act(openShortcutSettings)}>
          Change the keys
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
