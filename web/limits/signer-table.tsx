import { Phrase } from '#shared/ui/phrase.tsx'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { Copyable } from '../components/copyable.tsx'
import { showTime } from '#shared/text/show-time.ts'
import { limitsWords as words } from '#shared/words/english/pages/limits-page.ts'

interface SignerTableProps {
  readonly signers: SignerHistory
  readonly gateway: string
}

/** The address in use and those before it, each with its term. */
export function SignerTable({ signers: { current, retired }, gateway }: SignerTableProps) {
  return (
    <section aria-labelledby="signer-title">
      <h2 id="signer-title">{words.address}</h2>
      <Copyable text={current.address} what={words.theAddress} />
      <p>
        <Phrase text={words.take} links={[{ href: '../api/limits' }]} />
      </p>
      <Copyable text={`curl -s ${gateway}/api/limits`} what={words.command} />
      <div className="scroll" role="region" aria-label={words.terms} tabIndex={0}>
        <table className="plain-table">
          <caption>{words.useTerm}</caption>
          <thead>
            <tr>
              <th scope="col">{words.columnAddress}</th>
              <th scope="col">{words.columnFrom}</th>
              <th scope="col">{words.columnUntil}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <code>{current.address}</code>
              </td>
              <td>{current.from === undefined ? words.notSaid : showTime(current.from)}</td>
              <td>{words.inUse}</td>
            </tr>
            {retired.map(({ address, from, until, revokedFrom }) => (
              <tr key={`${address} ${from}`}>
                <td>
                  <code>{address}</code>
                </td>
                <td>{showTime(from)}</td>
                <td>
                  {showTime(until)}
                  {revokedFrom !== undefined && words.revoked(showTime(revokedFrom))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
