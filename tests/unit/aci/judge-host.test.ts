import { expect, test } from 'vitest'
import { simulationPolicy } from '#shared/aci/appraise-report.ts'
import { auditSession } from '#shared/aci/hosts/audit-session.ts'
import { sessionIdOfDocument } from '#shared/aci/hosts/verify-session.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { sha256Digest } from '#shared/digest.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { appCompose } from '../../../server/demo/enclave/hardware/app-compose.ts'
import {
  makeHostEvidence,
  type HostPlan,
} from '../../../server/demo/enclave/hardware/make-host-evidence.ts'
import { makeSession } from '../../../server/demo/enclave/hardware/make-session.ts'
import { simulationReferenceValues } from '../../../server/demo/enclave/make-enclave.ts'
import {
  makeCollateral,
  type CollateralPlan,
} from '../../../server/demo/enclave/hardware/simulation-collateral.ts'
import { makeSimulationPki } from '../../../server/demo/enclave/hardware/simulation-pki.ts'
import { testScalars } from '../../support/enclave/make-evidence.ts'

const now = new Date()
const nowSeconds = Math.floor(now.getTime() / 1000)
const pki = await makeSimulationPki(now)
const otherPki = await makeSimulationPki(now)
const reference = simulationReferenceValues(testScalars)

interface HostCase {
  readonly host?: HostPlan
  readonly collateral?: CollateralPlan
  readonly pki?: typeof pki
  readonly pinned?: Readonly<Record<string, unknown>> | null
  readonly change?: (document: Record<string, unknown>) => void
  /** What the aggregator itself recorded of its connections; the receipt names the record with them. */
  readonly connections?: readonly object[]
}

/** The session as a client gets it, and as the receipt names it. */
function audit({ host, collateral = {}, pki: own = pki, pinned, change, connections }: HostCase) {
  const made = makeSession(nowSeconds, makeHostEvidence(own, host))
  const value = JSON.parse(made.document) as Record<string, unknown>
  if (connections) value['channel_binding'] = connections
  const id = connections ? sessionIdOfDocument(value as JsonObject) : made.id
  change?.(value)
  const offer = {
    collateral: makeCollateral(own, now, collateral),
    session: value,
  }
  const { model_hosts, ...rest } = reference
  const values = pinned === null ? rest : { ...rest, model_hosts: { ...model_hosts, ...pinned } }
  const { checks, secondHop } = auditSession(Buffer.from(JSON.stringify(offer)), {
    sessionId: id,
    receipt: { served_at: nowSeconds },
    policy: simulationPolicy(parseReferenceValues(values), sha256Digest(pki.rootDer)),
    nowSeconds,
  })
  const of = (status: string) =>
    checks.filter((check) => check.status === status).map((check) => check.id)
  return { secondHop, failed: of('fail'), skipped: of('skip'), checks }
}

test('a host whose own quote is in order, and pinned, is established here', () => {
  const { secondHop, failed, skipped, checks } = audit({})
  expect({ secondHop, failed, skipped }).toEqual({
    secondHop: 'established',
    failed: [],
    skipped: [],
  })
  const own = checks.filter(({ id }) => id.startsWith('host.'))
  expect(own.map(({ by }) => by)).toEqual(['you', 'you', 'you', 'you'])
  expect(checks.find(({ id }) => id === 'session.claims')?.by).toBe('provider')
})

// Beside the sessions of tests/vectors/chain.countersign.json.
const contradictions: Readonly<Record<string, [HostCase, string]>> = {
  'a record that allows another TLS key beside that of the quote': [
    {
      change: (document) => {
        const bindings = document['channel_binding'] as readonly object[]
        document['channel_binding'] = [
          ...bindings,
          { type: 'tls_spki_sha256', spki_sha256: 'ab'.repeat(32) },
        ]
      },
    },
    'host.channel',
  ],
  'a key beside the quote that the quote is not over': [
    {
      host: {
        namedSpki: 'cd'.repeat(32),
        shown: (e) => ({ ...e, signing_address: `0x${'11'.repeat(20)}` }),
      },
    },
    'host.quote',
  ],
  'a quote for another nonce': [
    { host: { shown: (e) => ({ ...e, request_nonce: '00'.repeat(32) }) } },
    'host.quote',
  ],
  'a quote that somebody else signed': [
    { host: { quote: { quoteSignedBy: 'stranger' } } },
    'host.quote',
  ],
  'a quote under another root': [{ pki: otherPki }, 'host.quote'],
  'collateral that a stranger signed': [
    { collateral: { tcbInfoSignedBy: 'stranger' } },
    'host.quote',
  ],
  'a compose file that was not measured': [
    {
      host: { shown: (e) => ({ ...e, info: { tcb_info: { app_compose: appCompose('other') } } }) },
    },
    'host.measurement',
  ],
  'a key of no known form': [
    { host: { shown: (e) => ({ ...e, tls_cert_fingerprint: 'no key' }) } },
    'host.evidence',
  ],
}

test.each(Object.entries(contradictions))(
  '%s fails, and nothing is established',
  (_name, [of, id]) => {
    const { secondHop, failed } = audit(of)
    expect(failed).toContain(id)
    expect(secondHop).toBe('the provider’s claim')
  },
)

const unjudged: Readonly<Record<string, [HostCase, string]>> = {
  'a report whose nonce is not in the record': [{ host: { kind: 'report' } }, 'host.evidence'],
  'a quote that binds no TLS key': [
    { host: { shown: (e) => ({ ...e, tls_cert_fingerprint: null }) } },
    'host.evidence',
  ],
  'a record that names no connection': [{ connections: [] }, 'host.channel'],
  'a record that binds something else than a TLS key': [
    { connections: [{ type: 'e2ee_key', spki_sha256: 'ab'.repeat(32) }] },
    'host.channel',
  ],
  'a platform that is out of date': [{ collateral: { tcbStatus: 'OutOfDate' } }, 'host.quote'],
  'nothing that is pinned for hosts': [{ pinned: null }, 'host.measurement'],
  'a platform that is not pinned': [
    { pinned: { platforms: undefined, os_image_hashes: ['00'.repeat(32)] } },
    'host.measurement',
  ],
}

test.each(Object.entries(unjudged))(
  '%s leaves the host the provider’s claim',
  (_name, [of, id]) => {
    const { secondHop, failed, skipped } = audit(of)
    expect({ secondHop, failed }).toEqual({ secondHop: 'the provider’s claim', failed: [] })
    expect(skipped).toContain(id)
  },
)
