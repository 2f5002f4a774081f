import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  conformanceExit,
  conformanceLines,
  runConformance,
} from '../../../../../server/commands/attest/conformance/run-conformance.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const cases = join(
  import.meta.dirname,
  '../../../../../../shared/fixtures/providers/vectors/tinfoil-conformance.json',
)
const isHere = existsSync(cases)
const without = isHere ? '' : ' (skipped: ../shared/fixtures/providers is not here)'

interface Case {
  readonly input: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
}

describe.skipIf(!isHere)(`cases of the conformance suite${without}`, () => {
  const given = isHere
    ? (JSON.parse(readFileSync(cases, 'utf8')) as { cases: Record<string, Case> }).cases
    : {}

  test('each agrees, or does not apply for a reason that is said', () => {
    const results = runConformance(cases)
    expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['sigstore/001-happy-path-snp-tdx-multiplatform', 'agrees'],
      ['attestation-sev/200-real-sev-snp-happy', 'agrees'],
      ['attestation-tdx/300-tdx-v4-happy', 'does not apply'],
    ])
    expect(conformanceExit(results)).toBe(0)
    expect(conformanceLines(results).at(-1)).toBe('2 agrees, 1 does not apply')
  })

  test('a checkout is read folder by folder, and what must be refused and is not is an error', () => {
    const folder = temporaryFolder()
    const put = (name: string, stage: string, exit: number, input: unknown) => {
      const place = join(folder, 'vectors', name)
      mkdirSync(place, { recursive: true })
      writeFileSync(
        join(place, 'manifest.yaml'),
        `stage: ${stage}\nexpects:\n  exit_code: ${exit}\n`,
      )
      writeFileSync(join(place, 'input.json'), JSON.stringify(input))
    }
    const report = given['attestation-sev/200-real-sev-snp-happy']?.input ?? {}
    put('sev/1-good', 'verify-attestation-sev', 0, report)
    put('sev/2-pinned', 'verify-attestation-sev', 10, {
      ...report,
      policy: { expected_measurement_hex: '00'.repeat(48) },
    })
    put('sev/3-wrong', 'verify-attestation-sev', 10, report)
    put('sev/4-late', 'verify-attestation-sev', 0, { ...report, expiration_check_date_unix: 1 })
    put('other/1', 'verify-measurement', 0, {})
    const results = runConformance(folder)
    expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['other/1', 'does not apply'],
      ['sev/1-good', 'agrees'],
      ['sev/2-pinned', 'agrees'],
      ['sev/3-wrong', 'accepted wrongly'],
      ['sev/4-late', 'refused wrongly'],
    ])
    expect(results.find(({ name }) => name === 'sev/2-pinned')?.reasons).toEqual(['measurement'])
    expect(conformanceExit(results)).toBe(1)
    expect(conformanceExit(results.slice(0, 3))).toBe(0)
  })
})
