import { expect, test } from 'vitest'
import { simulationPolicy } from '#shared/aci/appraise-report.ts'
import { auditSession, joinAudits } from '#shared/aci/hosts/audit-session.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { sha256Digest } from '#shared/digest.ts'
import { judgeExchange } from '#shared/judge/judge-exchange.ts'
import type { EnclaveScheme, Verification } from '#shared/modes.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import {
  makeHostEvidence,
  type HostPlan,
} from '../../../../../server/demo/enclave/hardware/make-host-evidence.ts'
import { makeSession } from '../../../../../server/demo/enclave/hardware/make-session.ts'
import { simulationReferenceValues } from '../../../../../server/demo/enclave/make-enclave.ts'
import { makeCollateral } from '../../../../../server/demo/enclave/hardware/simulation-collateral.ts'
import { makeSimulationPki } from '../../../../../server/demo/enclave/hardware/simulation-pki.ts'
import { testScalars } from '../../../../support/enclave/make-evidence.ts'
import {
  exchangeTrust,
  makeExchange,
  servedAt,
} from '../../../../support/receipts/make-exchange.ts'
import { proveBehind } from '../../../../support/enclave/prove-behind.ts'

const at = new Date(servedAt * 1000)
const pki = await makeSimulationPki(at)
const reference = simulationReferenceValues(testScalars)
const { model_hosts: _hosts, ...nothingPinned } = reference
const root = sha256Digest(pki.rootDer)

function policyOf(values: object = reference) {
  return simulationPolicy(parseReferenceValues(values), root)
}

/** A session as a gateway gets it, with the evidence of its host. */
function offerOf(host: HostPlan, withCollateral = true) {
  const { document, id } = makeSession(servedAt, makeHostEvidence(pki, host))
  const collateral = withCollateral ? makeCollateral(pki, at, {}) : null
  const bytes = Buffer.from(JSON.stringify({ collateral, session: JSON.parse(document) as object }))
  return { id, bytes }
}

const established = offerOf({})
const unjudged = offerOf({ kind: 'none' })
const withoutCollateral = offerOf({}, false)

interface Behind {
  /** What the enclave's receipt names; nothing where it serves the model itself. */
  readonly hosts: readonly (typeof established)[]
  readonly policy?: ReturnType<typeof policyOf>
}

/** The scheme that a gateway signs for, once the answer is proven. */
async function signedFor(scheme: EnclaveScheme, { hosts, policy = policyOf() }: Behind) {
  const { verifiedBy } = await proveBehind({
    policy,
    scheme,
    ids: hosts.map(({ id }) => id),
    fetchSession: (id) => hosts.find((each) => each.id === id)?.bytes ?? null,
  })
  return verifiedBy
}

const behind: Readonly<Record<string, readonly [Behind, Verification]>> = {
  'that serves the model itself': [{ hosts: [] }, 'aci-tdx-dcap/1'],
  'before a host whose own quote is judged': [{ hosts: [established] }, 'aci-tdx-dcap/1'],
  'before a host that shows nothing': [{ hosts: [unjudged] }, 'aci-tdx-dcap-provider/1'],
  'before a host without collateral': [{ hosts: [withoutCollateral] }, 'aci-tdx-dcap-provider/1'],
  'before a host that nobody pinned': [
    { hosts: [established], policy: policyOf(nothingPinned) },
    'aci-tdx-dcap-provider/1',
  ],
  'before two hosts of which one is judged': [
    { hosts: [established, unjudged] },
    'aci-tdx-dcap-provider/1',
  ],
}

test.each(Object.entries(behind))(
  'for a hardware enclave %s the gateway signs what it judged',
  async (_name, [hosts, expected]) => {
    expect(await signedFor('aci-tdx-dcap/1', hosts)).toBe(expected)
  },
)

test.each(Object.entries(behind))(
  'for a simulated enclave %s the gateway signs a simulation',
  async (_name, [hosts]) => {
    expect(await signedFor('aci-tdx-simulated/1', hosts)).toBe('aci-tdx-simulated/1')
  },
)

/** The state for a client that judges the session itself, whatever the gateway signed. */
function stateFor(verifiedBy: Verification, host: typeof established) {
  const facts = makeExchange('e2ee', verifiedBy)
  const audit = auditSession(host.bytes, {
    sessionId: host.id,
    receipt: { served_at: servedAt },
    policy: policyOf(),
    nowSeconds: servedAt,
  })
  const { checks: sessionChecks, secondHop } = joinAudits([audit], 'aggregator')
  const judged = judgeExchange({ ...facts, sessionChecks, secondHop }, exchangeTrust)
  const { svc } = facts.end
  if (svc === null) throw new Error('the exchange is signed')
  return stateOf({ receipt: svc.receipt, verdict: judged.verdict, secondHop: judged.secondHop })
}

test('a claim to more than the session shows is lowered to what the session shows', () => {
  expect(stateFor('aci-tdx-dcap/1', established)).toBe('verified')
  expect(stateFor('aci-tdx-dcap/1', unjudged)).toBe('providers-claim')
  expect(stateFor('aci-tdx-dcap/1', withoutCollateral)).toBe('providers-claim')
})

test('what the gateway left to the provider is so for a client that cannot judge the host either', () => {
  expect(stateFor('aci-tdx-dcap-provider/1', unjudged)).toBe('providers-claim')
  expect(stateFor('aci-tdx-dcap-provider/1', established)).toBe('verified')
})
