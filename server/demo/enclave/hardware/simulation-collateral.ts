import { sign, type KeyObject } from 'node:crypto'
import type { CollateralDocument } from '#shared/attestation/quote/parse-collateral.ts'
import { platformSvn, type SimulationPki } from './simulation-pki.ts'
import { moduleSvn, quotingEnclave } from './simulation-quote.ts'

/** What differs from collateral in order; every member breaks one thing. */
export interface CollateralPlan {
  readonly tcbStatus?: string
  readonly moduleStatus?: string
  readonly qeStatus?: string
  readonly tcbInfoId?: string
  readonly tcbInfoFmspc?: string
  readonly tcbInfoNextUpdate?: Date
  readonly tcbInfoSignedBy?: 'tcb-signing' | 'stranger'
  readonly moduleMrsigner?: string
  readonly qeIdentityId?: string
  readonly qeIdentityNextUpdate?: Date
  readonly qeIdentitySignedBy?: 'tcb-signing' | 'stranger'
  readonly qeMrsigner?: string
  readonly qeAttributesMask?: string
}

const hour = 3_600_000
const day = 24 * hour

/** What a PCCS would say about the simulated platform, signed under the simulation's root. */
export function makeCollateral(
  pki: SimulationPki,
  now: Date,
  plan: CollateralPlan = {},
): CollateralDocument {
  const tcbInfo = JSON.stringify({
    id: plan.tcbInfoId ?? 'TDX',
    version: 3,
    ...dates(now, plan.tcbInfoNextUpdate),
    fmspc: plan.tcbInfoFmspc ?? pki.fmspc,
    pceId: '0000',
    tcbType: 0,
    tcbEvaluationDataNumber: 20,
    tdxModule: seamModule(plan),
    tdxModuleIdentities: [
      { id: 'TDX_01', ...seamModule(plan), tcbLevels: [isvLevel(moduleSvn, plan.moduleStatus)] },
    ],
    tcbLevels: [
      {
        tcb: {
          sgxtcbcomponents: components([platformSvn.cpu]),
          pcesvn: platformSvn.pce,
          tdxtcbcomponents: components([moduleSvn, 1]),
        },
        ...status(plan.tcbStatus),
      },
    ],
  })
  const qeIdentity = JSON.stringify({
    id: plan.qeIdentityId ?? 'TD_QE',
    version: 2,
    ...dates(now, plan.qeIdentityNextUpdate),
    tcbEvaluationDataNumber: 20,
    miscselect: '00000000',
    miscselectMask: 'FFFFFFFF',
    attributes: '11000000000000000000000000000000',
    attributesMask: plan.qeAttributesMask ?? 'FBFFFFFFFFFFFFFF0000000000000000',
    mrsigner: plan.qeMrsigner ?? quotingEnclave.mrsigner.toUpperCase(),
    isvprodid: quotingEnclave.isvProdId,
    tcbLevels: [isvLevel(quotingEnclave.isvSvn, plan.qeStatus)],
  })
  const signer = (by: 'tcb-signing' | 'stranger' | undefined) =>
    by === 'stranger' ? pki.strangerKey : pki.tcbSigningKey
  return {
    root_ca_crl: Buffer.from(pki.rootCrl).toString('hex'),
    pck_crl: Buffer.from(pki.pckCrl).toString('hex'),
    tcb_info_issuer_chain: pki.tcbChainPem,
    tcb_info: tcbInfo,
    tcb_info_signature: signText(tcbInfo, signer(plan.tcbInfoSignedBy)),
    qe_identity_issuer_chain: pki.tcbChainPem,
    qe_identity: qeIdentity,
    qe_identity_signature: signText(qeIdentity, signer(plan.qeIdentitySignedBy)),
  }
}

function seamModule({ moduleMrsigner }: CollateralPlan) {
  return {
    mrsigner: moduleMrsigner ?? '00'.repeat(48),
    attributes: '0000000000000000',
    attributesMask: 'FFFFFFFFFFFFFFFF',
  }
}

function isvLevel(isvsvn: number, named: string | undefined) {
  return { tcb: { isvsvn }, ...status(named) }
}

function status(named = 'UpToDate') {
  const advisoryIDs = named === 'UpToDate' ? {} : { advisoryIDs: ['SIMULATED-SA-00001'] }
  return { tcbDate: '2026-01-01T00:00:00Z', tcbStatus: named, ...advisoryIDs }
}

function components(first: readonly number[]) {
  return Array.from({ length: 16 }, (_, index) => ({ svn: first[index] ?? 0 }))
}

function dates(now: Date, nextUpdate = new Date(now.getTime() + 20 * day)) {
  const iso = (date: Date) => `${date.toISOString().slice(0, 19)}Z`
  return { issueDate: iso(new Date(now.getTime() - hour)), nextUpdate: iso(nextUpdate) }
}

/** Raw r ‖ s, as Intel's collateral has it. */
function signText(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('hex')
}
