import type { LeftField } from '../answer/answer-card.ts'

/** What left this device for one request: each member, sealed or in clear. */
export function LeftPanel({ left }: { readonly left: readonly LeftField[] }) {
  const inClear = left.filter(({ how }) => how === 'clear').length
  return (
    <section aria-labelledby="left-title">
      <h2 id="left-title">What left this device</h2>
      <p>
        {inClear === left.length
          ? 'Everything left in clear: the gateway, or the site’s own server, could read it.'
          : `${left.length - inClear} sealed for the enclave, ${inClear} in clear.`}
      </p>
      <div className="scroll" role="region" aria-label="Fields" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">How</th>
              <th scope="col">Bytes</th>
            </tr>
          </thead>
          <tbody>
            {left.map(({ path, how, bytes }) => (
              <tr key={path}>
                <td>
                  <code>{path}</code>
                </td>
                <td className={how === 'sealed' ? 'pass' : 'skip'}>
                  {how === 'sealed' ? 'sealed' : 'in clear'}
                </td>
                <td>{bytes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
