import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { Copyable } from '../components/copyable.tsx'
import { showTime } from '#shared/text/show-time.ts'

interface SignerTableProps {
  readonly signers: SignerHistory
  readonly gateway: string
}

/** The address in use and those before it, each with its term. */
export function SignerTable({ signers: { current, retired }, gateway }: SignerTableProps) {
  return (
    <section aria-labelledby="signer-title">
      <h2 id="signer-title">The signing address</h2>
      <Copyable text={current.address} what="the signing address" />
      <p>
        Take it from here or from <a href="../api/limits">/api/limits</a>, never from a receipt.
        Better, take it twice: from another network, from a machine that is not yours, or from
        somebody who wrote it down earlier. A gateway that shows two people two addresses is found
        out so.
      </p>
      <Copyable text={`curl -s ${gateway}/api/limits`} what="the command" />
      <div className="scroll" role="region" aria-label="Terms of the signers" tabIndex={0}>
        <table className="plain-table">
          <caption>Judge a receipt by the signer in whose term it was issued.</caption>
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">From</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <code>{current.address}</code>
              </td>
              <td>{current.from === undefined ? 'not said' : showTime(current.from)}</td>
              <td>in use</td>
            </tr>
            {retired.map(({ address, from, until, revokedFrom }) => (
              <tr key={`${address} ${from}`}>
                <td>
                  <code>{address}</code>
                </td>
                <td>{showTime(from)}</td>
                <td>
                  {showTime(until)}
                  {revokedFrom !== undefined && `. Revoked from ${showTime(revokedFrom)} on`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
