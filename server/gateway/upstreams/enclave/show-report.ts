import { parseReport } from '#shared/aci/parse-report.ts'
import { readBootFacts } from '#shared/attestation/appraise/boot-facts.ts'
import { decideEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import type { Registers } from '#shared/attestation/kinds/machine-pins.ts'
import { tdRegisters } from '#shared/attestation/kinds/td-registers.ts'
import { sha256Digest } from '#shared/digest.ts'
import { ownChecks } from '#shared/evidence-check.ts'
import type { AttestationShown } from '../../common/upstream.ts'
import type { Line } from './connection/lines.ts'
import { judgeLine, type EstablishDeps } from './establish-session.ts'

/** All that was found of whoever is at the other end, verified or not. @throws {EnclaveUnverified} for what cannot be had */
export async function showReport(line: Line, deps: EstablishDeps): Promise<AttestationShown> {
  const { report, checks, required } = await judgeLine(line, deps)
  const running = [{ subject: '', registers: registersOf(report) }]
  const judged = decideEvidence({ checks: ownChecks(checks), required, running })
  return { evidence: null, beside: [], judged }
}

/** What a report that was read already measures, under the names of the reference values. */
function registersOf(bytes: Uint8Array): Registers {
  const { quote, eventLog, appCompose } = parseReport(bytes)
  const { rtmr3: _, ...registers } = tdRegisters(quote.td)
  const facts = readBootFacts(eventLog)
  return {
    ...registers,
    ...(appCompose === null ? {} : { compose_hash: sha256Digest(appCompose) }),
    ...(typeof facts === 'string' ? {} : { app_id: facts.appId }),
    ...(typeof facts === 'string' || facts.osImageHash === null
      ? {}
      : { os_image_hash: facts.osImageHash }),
  }
}
