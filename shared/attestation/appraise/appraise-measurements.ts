import { bytesToHex } from '../../bytes/bytes.ts'
import { fail, pass, skip } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import type { Check } from '../../verdict.ts'
import * as bootReasons from '../../words/english/evidence/boot-reasons.ts'
import type { BootFacts } from './boot-facts.ts'
import { readKeyProvider } from './key-provider.ts'
import type { Platform, ReferenceValues } from './parse-reference-values.ts'
import type { TdReport } from '../quote/parse-quote.ts'

export const requiredAppraisalChecks = [
  'policy.compose',
  'policy.app-id',
  'policy.platform',
  'policy.development-image',
] as const satisfies readonly CheckId[]

interface Measured {
  readonly td: TdReport
  readonly facts: BootFacts
}

/** What was measured against what the relying party accepts (PROTOCOL.md §5). */
export function appraiseMeasurements(
  { td, facts }: Measured,
  accepted: ReferenceValues,
): readonly Check[] {
  return [
    checkAmong('policy.compose', facts.composeHash, accepted.composeHashes),
    checkAmong('policy.app-id', facts.appId, accepted.appIds),
    checkPlatform({ td, facts }, accepted),
    checkDevelopmentImage(facts),
    checkKeyProvider(facts, accepted),
  ]
}

function checkAmong(id: CheckId, found: string, accepted: readonly string[]): Check {
  return accepted.includes(found)
    ? pass(id, found)
    : fail(id, bootReasons.notAmong(found, accepted.join(', ')))
}

function checkPlatform({ td, facts }: Measured, accepted: ReferenceValues): Check {
  const id = 'policy.platform'
  const { platforms, osImageHashes } = accepted
  if (platforms && !platforms.some((platform) => isPlatform(td, platform))) {
    return fail(id, bootReasons.otherPlatform(bytesToHex(td.mrtd)))
  }
  if (osImageHashes && (facts.osImageHash === null || !osImageHashes.includes(facts.osImageHash))) {
    return fail(id, bootReasons.otherImage(facts.osImageHash ?? bootReasons.noName))
  }
  if (platforms) return pass(id, bootReasons.platformPinned)
  return osImageHashes ? pass(id, bootReasons.imagePinned) : fail(id, bootReasons.nothingPinned)
}

function isPlatform({ mrtd, rtmr }: TdReport, platform: Platform): boolean {
  return (
    bytesToHex(mrtd) === platform.mrtd &&
    bytesToHex(rtmr[0]) === platform.rtmr0 &&
    bytesToHex(rtmr[1]) === platform.rtmr1 &&
    bytesToHex(rtmr[2]) === platform.rtmr2
  )
}

/** Images that give their operator a shell: 0.5.9-dev and 0.5.5-dev (PROTOCOL.md §5.3). */
const developmentImages: readonly string[] = [
  '0e09f2bcb510c682b461d16b97192c710886db582852991e05146291063f890b',
  '021bf66a7c9fd4a05031b8fa688834948874631c2ad5b9a2d566b4421b817271',
]

function checkDevelopmentImage({ osImageHash }: BootFacts): Check {
  const id = 'policy.development-image'
  return osImageHash !== null && developmentImages.includes(osImageHash)
    ? fail(id, bootReasons.shell(osImageHash))
    : pass(id)
}

function checkKeyProvider({ keyProvider }: BootFacts, { keyProviderIds }: ReferenceValues): Check {
  const id = 'policy.key-provider'
  if (keyProviderIds === null) return skip(id, bootReasons.noKeyProvider)
  const provider = readKeyProvider(keyProvider)
  return provider !== null && keyProviderIds.includes(provider.id)
    ? pass(id)
    : fail(id, bootReasons.otherKeyProvider(provider?.id ?? bootReasons.noName))
}
