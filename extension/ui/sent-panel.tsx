import { sentWords as words } from '#shared/words/english/extension/sent.ts'
import type { SentField } from '../answer/answer-card.ts'
import './sent-panel.css'

/** What left this device for one request: each member, sealed or in clear. */
export function SentPanel({ sent }: { readonly sent: readonly SentField[] }) {
  const sealed = sent.filter(({ how }) => how === 'sealed')
  const inClear = sent.filter(({ how }) => how === 'clear')
  const leftOut = sent.filter(({ how }) => how === 'left-out')
  return (
    <section aria-labelledby="sent-title">
      <h2 id="sent-title">{words.title}</h2>
      <p>
        {sealed.length === 0
          ? words.allInClear
          : inClear.length === 0
            ? words.allSealed
            : words.someSealed(sealed.length, inClear.length)}
        {leftOut.length > 0 && words.leftOutCount(leftOut.length)}
      </p>
      <div className="sent-bar" aria-hidden>
        <span className="sent-sealed" style={{ flexGrow: bytesOf(sealed) }} />
        <span className="sent-clear" style={{ flexGrow: bytesOf(inClear) }} />
      </div>
      <div className="scroll" role="region" aria-label={words.fields} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{words.how}</th>
              <th scope="col" className="number">
                {words.bytes}
              </th>
            </tr>
          </thead>
          <tbody>
            {sent.map(({ path, how, bytes }) => (
              <tr key={path}>
                <td>
                  <code>{path}</code>
                </td>
                <td className={looks[how].name}>{looks[how].words}</td>
                <td className="number">{bytes.toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const looks: Readonly<Record<SentField['how'], { readonly name: string; readonly words: string }>> =
  {
    sealed: { name: 'is-sealed', words: words.sealed },
    clear: { name: 'is-clear', words: words.inClear },
    'left-out': { name: 'soft-text', words: words.leftOut },
  }

const bytesOf = (fields: readonly SentField[]) => fields.reduce((sum, { bytes }) => sum + bytes, 0)
