import { Phrase } from '#shared/ui/phrase.tsx'
import { describeOperator } from '#shared/limits-statement/describe-operator.ts'
import { readOr } from '#shared/read-or.ts'
import { PageFrame } from '../components/page-frame.tsx'
import { useAsked } from '../components/use-asked.tsx'
import { fetchFromGateway, GatewayUnreachable } from '../fetch-evidence.ts'
import {
  parseLimits,
  type LimitsStatement,
  type NotPromised,
} from '#shared/limits-statement/parse-limits-statement.ts'
import { SignerTable } from './signer-table.tsx'
import { askingWords } from '#shared/words/english/pages/asking.ts'
import { limitsWords as words } from '#shared/words/english/pages/limits-page.ts'

/** What the gateway says that it does not promise, and under which addresses it signs. */
export function LimitsPage({ gateway }: { readonly gateway: string }) {
  const { answer: limits, status } = useAsked(readLimits, gateway)
  return (
    <PageFrame current="limits">
      <h1>{words.title}</h1>
      <p className="lead">
        <Phrase text={words.lead} links={[{ href: '../api/limits' }]} />
      </p>
      {status}
      {limits && (
        <>
          {limits.operator && <p>{describeOperator(limits.operator)}</p>}
          <ol className="statements">
            {limits.notPromised.map((statement) => (
              <Statement key={statement.id} statement={statement} />
            ))}
          </ol>
          <SignerTable signers={limits.signers} gateway={gateway} />
        </>
      )}
    </PageFrame>
  )
}

function Statement({ statement }: { readonly statement: NotPromised }) {
  return (
    <li id={statement.id}>
      <p>{statement.text}</p>
      {statement.because !== '' && (
        <p className="because">
          <span>{words.because}</span> {statement.because}
        </p>
      )}
    </li>
  )
}

async function readLimits(gateway: string): Promise<LimitsStatement> {
  const { value } = await fetchFromGateway(gateway, '/api/limits')
  const limits = readOr(null, () => parseLimits(value))
  if (limits !== null) return limits
  throw new GatewayUnreachable(askingWords.noAddress)
}
