import { bytesToHex, parseHex } from '../../bytes/bytes.ts'
import { fail, pass } from '../../checks.ts'
import type { Check } from '../../verdict.ts'
import * as quoteReasons from '../../words/english/evidence/quote-reasons.ts'
import type { Collateral } from './parse-collateral.ts'
import type { QeReport, TdReport } from './parse-quote.ts'
import type { PckFacts } from './sgx-extension.ts'
import {
  mergeLevels,
  moduleIdentity,
  moduleLevel,
  platformLevel,
  quotingEnclaveLevel,
} from './tcb-status.ts'
import type { AcceptableTcbStatus } from './tcb-statuses.ts'

interface PlatformInputs {
  readonly td: TdReport
  readonly qe: QeReport
  readonly pck: PckFacts
  readonly collateral: Collateral
}

/** The machine below the enclave (PROTOCOL.md §3.2). */
export function verifyPlatform(
  inputs: PlatformInputs,
  accepted: ReadonlySet<AcceptableTcbStatus>,
): readonly Check[] {
  return [
    checkQuotingEnclave(inputs),
    checkModule(inputs),
    checkTcbStatus(inputs, accepted),
    checkDebug(inputs.td),
    checkAttributes(inputs.td),
  ]
}

function checkQuotingEnclave({ qe, collateral }: PlatformInputs): Check {
  const id = 'quote.qe-policy'
  const identity = collateral.qeIdentity.content
  if (((qe.attributes[0] ?? 0) & 0x02) !== 0) return fail(id, quoteReasons.qeDebug)
  if (bytesToHex(qe.mrsigner) !== identity.mrsigner.toLowerCase()) {
    return fail(id, quoteReasons.qeSigner)
  }
  if (qe.isvProdId !== identity.isvprodid) {
    return fail(id, quoteReasons.qeProduct(qe.isvProdId, identity.isvprodid))
  }
  if (!sameUnderMask(qe.miscSelect, identity.miscselect, identity.miscselectMask)) {
    return fail(id, quoteReasons.qeMiscselect)
  }
  if (!sameUnderMask(qe.attributes, identity.attributes, identity.attributesMask)) {
    return fail(id, quoteReasons.qeAttributes)
  }
  return pass(id)
}

function checkModule({ td, collateral }: PlatformInputs): Check {
  const id = 'quote.tdx-module'
  const identity = moduleIdentity(collateral.tcbInfo.content, td)
  if (!identity) return fail(id, quoteReasons.noModule(td.teeTcbSvn[1]))
  if (bytesToHex(td.mrsignerSeam) !== identity.mrsigner.toLowerCase()) {
    return fail(id, quoteReasons.moduleSigner)
  }
  return sameUnderMask(td.seamAttributes, identity.attributes, identity.attributesMask)
    ? pass(id)
    : fail(id, quoteReasons.moduleAttributes)
}

function checkTcbStatus(
  { td, qe, pck, collateral }: PlatformInputs,
  accepted: ReadonlySet<AcceptableTcbStatus>,
): Check {
  const id = 'quote.tcb-status'
  const info = collateral.tcbInfo.content
  const platform = platformLevel(info, pck, td)
  const module = moduleLevel(info, td)
  const quotingEnclave = quotingEnclaveLevel(collateral.qeIdentity.content, qe)
  if (!platform || !module || !quotingEnclave) {
    const part = !platform
      ? 'platform'
      : !module
        ? quoteReasons.module
        : quoteReasons.quotingEnclave
    return fail(id, quoteReasons.noLevel(part))
  }
  const { status, advisories } = mergeLevels([platform, module, quotingEnclave])
  const words = advisories.length === 0 ? status : `${status}, ${advisories.join(', ')}`
  return status !== 'Revoked' && accepted.has(status)
    ? pass(id, words)
    : fail(id, quoteReasons.notAmong(words, [...accepted].join(', ')))
}

const debugBit = 0x01

function checkDebug({ tdAttributes }: TdReport): Check {
  const id = 'quote.td-debug'
  return ((tdAttributes[0] ?? debugBit) & debugBit) === 0 ? pass(id) : fail(id, quoteReasons.debug)
}

/** Attributes that may be 1: SEPT_VE_DISABLE (28, must be), PKS (30), KL (31), PERFMON (63); DEBUG has its own check. */
const allowedAttributes = [0x01, 0x00, 0x00, 0xd0, 0x00, 0x00, 0x00, 0x80]
const septVeDisable = 0x10

function checkAttributes({ tdAttributes, mrServiceTd }: TdReport): Check {
  const id = 'quote.td-attributes'
  if (((tdAttributes[3] ?? 0) & septVeDisable) === 0) return fail(id, quoteReasons.septVe)
  if (tdAttributes.some((byte, index) => (byte & ~(allowedAttributes[index] ?? 0)) !== 0)) {
    return fail(id, quoteReasons.reserved(bytesToHex(tdAttributes)))
  }
  if (mrServiceTd?.some((byte) => byte !== 0)) return fail(id, quoteReasons.serviceTd)
  return pass(id)
}

/** @param mask and expected value in hex, byte by byte in the order of the report */
function sameUnderMask(found: Uint8Array, expectedHex: string, maskHex: string): boolean {
  const expected = parseHex(expectedHex.toLowerCase())
  const mask = parseHex(maskHex.toLowerCase())
  return found.every(
    (byte, at) => (byte & (mask[at] ?? 0xff)) === ((expected[at] ?? 0) & (mask[at] ?? 0xff)),
  )
}
