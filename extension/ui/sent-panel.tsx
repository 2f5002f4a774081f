import type { SentField } from '../answer/answer-card.ts'
import './sent-panel.css'

/** What left this device for one request: each member, sealed or in clear. */
export function SentPanel({ sent }: { readonly sent: readonly SentField[] }) {
  const sealed = sent.filter(({ how }) => how === 'sealed')
  const inClear = sent.filter(({ how }) => how === 'clear')
  const leftOut = sent.filter(({ how }) => how === 'left-out')
  return (
    <section aria-labelledby="sent-title">
      <h2 id="sent-title">What left this device</h2>
      <p>
        {sealed.length === 0
          ? 'Everything left in clear: the gateway, or the site’s own server, could read it.'
          : inClear.length === 0
            ? 'All of it was sealed for the enclave.'
            : `${sealed.length} sealed for the enclave, ${inClear.length} in clear.`}
        {leftOut.length > 0 && ` ${leftOut.length} left out, as you set.`}
      </p>
      <div className="sent-bar" aria-hidden>
        <span className="sent-sealed" style={{ flexGrow: bytesOf(sealed) }} />
        <span className="sent-clear" style={{ flexGrow: bytesOf(inClear) }} />
      </div>
      <div className="scroll" role="region" aria-label="Fields" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">How</th>
              <th scope="col" className="number">
                Bytes
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
    sealed: { name: 'is-sealed', words: 'sealed' },
    clear: { name: 'is-clear', words: 'in clear' },
    'left-out': { name: 'soft-text', words: 'left out' },
  }

const bytesOf = (fields: readonly SentField[]) => fields.reduce((sum, { bytes }) => sum + bytes, 0)
