import { createHash, randomBytes } from 'node:crypto'
import { appCompose } from './app-compose.ts'
import { simulatedBoot } from '../make-enclave.ts'
import { makeEventLog, measure } from './make-event-log.ts'
import type { SimulationPki } from './simulation-pki.ts'
import { makeQuote, type QuotePlan } from './simulation-quote.ts'

/** What differs from a host in order; every member breaks one thing. */
export interface HostPlan {
  /** `none`: bytes that nobody can judge; `report`: a report whose nonce is not known. */
  readonly kind?: 'quote' | 'report' | 'none'
  readonly compose?: string
  readonly quote?: QuotePlan
  /** SPKI digest that the quote is over, or that the record names. */
  readonly quotedSpki?: string
  readonly namedSpki?: string
  /** Changes what is shown beside the quote. */
  readonly shown?: (evidence: Readonly<Record<string, unknown>>) => unknown
}

export interface SimulatedHost {
  readonly evidence: Buffer
  /** Under which the aggregator reached it, 64 hex digits. */
  readonly spki: string
}

/** A simulated host of a model, as dstack's proxies before a model show themselves. */
export function makeHostEvidence(pki: SimulationPki, plan: HostPlan = {}): SimulatedHost {
  const spki = plan.namedSpki ?? randomBytes(32).toString('hex')
  if (plan.kind === 'none') return { evidence: Buffer.from('simulated evidence'), spki }
  if (plan.kind === 'report') {
    return { evidence: Buffer.from('{"attestation":{"evidence":{"quote":"00"}}}'), spki }
  }
  const compose = plan.compose ?? appCompose('pinned')
  const composeHash = createHash('sha256').update(compose).digest('hex')
  const log = makeEventLog({ ...simulatedBoot, composeHash })
  const address = randomBytes(20)
  const nonce = randomBytes(32).toString('hex')
  const quotedSpki = plan.quotedSpki ?? spki
  const bound = createHash('sha256')
    .update(address)
    .update(Buffer.from(quotedSpki, 'hex'))
    .digest('hex')
  const quote = makeQuote(
    pki,
    {
      mrtd: simulatedBoot.mrtd,
      rtmr: measure(log),
      mrconfigid: `01${composeHash}${'00'.repeat(15)}`,
      reportData: `${bound}${nonce}`,
    },
    plan.quote,
  )
  const evidence = {
    intel_quote: quote.toString('hex'),
    signing_address: `0x${address.toString('hex')}`,
    tls_cert_fingerprint: quotedSpki,
    request_nonce: nonce,
    event_log: JSON.stringify(log),
    info: { compose_hash: composeHash, tcb_info: { app_compose: compose } },
  }
  return { evidence: Buffer.from(JSON.stringify(plan.shown?.(evidence) ?? evidence)), spki }
}
