import type { LeftField } from '../answer/answer-card.ts'
import './sent-panel.css'

/** What left this device for one request: each member, sealed or in clear. */
export function LeftPanel({ left }: { readonly left: readonly LeftField[] }) {
  const sealed = left.filter(({ how }) => how === 'sealed')
  const inClear = left.filter(({ how }) => how === 'clear')
  return (
    <section aria-labelledby="left-title">
      <h2 id="left-title">What left this device</h2>
      <p>
        {sealed.length === 0
          ? 'Everything left in clear: the gateway, or the site’s own server, could read it.'
          : inClear.length === 0
            ? 'All of it was sealed for the enclave.'
            : `${sealed.length} sealed for the enclave, ${inClear.length} in clear.`}
      </p>
      <div className="left-bar" aria-hidden>
        <span className="left-sealed" style={{ flexGrow: bytesOf(sealed) }} />
        <span className="left-clear" style={{ flexGrow: bytesOf(inClear) }} />
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
            {left.map(({ path, how, bytes }) => (
              <tr key={path}>
                <td>
                  <code>{path}</code>
                </td>
                <td className={how === 'sealed' ? 'is-sealed' : 'is-clear'}>
                  {how === 'sealed' ? 'sealed' : 'in clear'}
                </td>
                <td className="number">{bytes.toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const bytesOf = (fields: readonly LeftField[]) => fields.reduce((sum, { bytes }) => sum + bytes, 0)
