import { appCompose } from '../../../server/demo/enclave/hardware/app-compose.ts'
import { makeHostEvidence, type HostPlan } from '../../../server/demo/enclave/hardware/make-host-evidence.ts'
import { makeSession } from '../../../server/demo/enclave/hardware/make-session.ts'
import { makeCollateral } from '../../../server/demo/enclave/hardware/simulation-collateral.ts'
import { now, pki, servedAt } from '../example-exchange.ts'
import { jcs, sha256 } from '../sign-vectors.ts'

/** What is shown of the model's host, under the id that the enclave's receipt names. */
export interface SessionVectorCase {
  readonly name: string
  readonly failed: readonly string[]
  readonly skipped: readonly string[]
  readonly host: 'established' | 'the provider’s claim'
  readonly id: string
  /** As a gateway passes it on; absent where the evidence does not hold it. */
  readonly session?: string
}

interface SessionPlan {
  readonly host?: HostPlan
  readonly collateral?: 'in order' | 'none'
  /** Members of the document that differ, before its id is computed. */
  readonly members?: object
  /** Members that differ behind it. */
  readonly altered?: object
}

function shownSession({ host, collateral = 'in order', members, altered }: SessionPlan) {
  const made = makeSession(servedAt, makeHostEvidence(pki, host))
  const document = { ...(JSON.parse(made.document) as object), ...members }
  const offer = {
    collateral: collateral === 'none' ? null : makeCollateral(pki, now()),
    session: { ...document, ...altered },
  }
  return { id: sha256(jcs(document)), session: JSON.stringify(offer) }
}

const fails = (id: string) => ({ failed: [id], skipped: [], host: 'the provider’s claim' }) as const
const leavesOpen = (id: string) => ({ failed: [], skipped: [id], host: 'the provider’s claim' }) as const
const foreign = { digest: `sha256:${'00'.repeat(32)}`, data: 'data:application/json;base64,e30=' }
const withoutEvent = (shown: Readonly<Record<string, unknown>>) => ({
  ...shown,
  event_log: JSON.stringify((JSON.parse(String(shown['event_log'])) as unknown[]).toSpliced(1, 1)),
})

export const sessionCases: readonly SessionVectorCase[] = [
  { name: 'a host whose own evidence is in order', failed: [], skipped: [], host: 'established', ...shownSession({}) },
  { name: 'a session that the evidence does not hold', ...leavesOpen('session.id'), id: '00'.repeat(32) },
  { name: 'a session that is not the one of the receipt', ...fails('session.id'), ...shownSession({ altered: { upstream_name: 'another' } }) },
  {
    name: 'a session whose evidence is not of its digest',
    failed: ['session.evidence'],
    skipped: ['host.evidence'],
    host: 'the provider’s claim',
    ...shownSession({ members: { evidence: foreign } }),
  },
  { name: 'a session that had ended', ...fails('session.time'), ...shownSession({ members: { expires_at: servedAt - 1 } }) },
  {
    name: 'a session whose host is an enclave by its operator’s word',
    ...fails('session.claims'),
    ...shownSession({ members: { claims: { tee_attested: { status: 'asserted', source: 'operator_asserted' } } } }),
  },
  { name: 'a host with evidence of another kind', ...leavesOpen('host.evidence'), ...shownSession({ host: { kind: 'none' } }) },
  { name: 'a host with evidence that cannot be read', ...fails('host.evidence'), ...shownSession({ host: { shown: (shown) => ({ ...shown, intel_quote: '0400' }) } }) },
  { name: 'a host that is reached under another key', ...fails('host.channel'), ...shownSession({ host: { quotedSpki: 'ab'.repeat(32) } }) },
  { name: 'a host that can be debugged', ...fails('host.quote'), ...shownSession({ host: { quote: { tdAttributes: '0100001000000000' } } }) },
  { name: 'a host without collateral', ...leavesOpen('host.quote'), ...shownSession({ collateral: 'none' }) },
  { name: 'a host that runs what is not accepted', ...leavesOpen('host.measurement'), ...shownSession({ host: { compose: appCompose('other') } }) },
  { name: 'a host whose log lacks an event', ...fails('host.measurement'), ...shownSession({ host: { shown: withoutEvent } }) },
]
