import { describe, expect, test } from 'vitest'
import { requiredBundleChecks } from '#shared/attestation/sigstore/verify-bundle.ts'
import { judgeRecording } from '../../../../server/commands/attest/judge-recording.ts'
import { judgedExit } from '../../../../server/commands/attest/print-judged.ts'
import { readRecording } from '../../../../server/commands/attest/read-recording.ts'
import {
  hasRecordings,
  recordingNames,
  recordingPath,
  withoutRecordings,
} from '../../../support/providers/provider-recordings.ts'

interface Expected {
  readonly exit: 0 | 1 | 2
  /** What fails by our own work, with what it is about. */
  readonly failed?: readonly string[]
  readonly missing?: readonly string[]
}

const good: Expected = { exit: 0 }
const withoutStatement = [...requiredBundleChecks, 'code.measurement', 'code.config']

const oldChutes = ['07e308a1-2dc7-4e93-a652-c59311fb1f05', '1da9c33a-2eea-40c3-a304-a9a0ddf384e0']
const redpillInstances = ['a20e9317', 'd3b4e599', '626b26a2', '2a2ad180', '58dbc1db']

const table: Readonly<Record<string, Expected>> = {
  'near-direct-2026-04-24': good,
  'near-direct-2026-06-29': good,
  'near-cloud-2026-04-24': { exit: 1, failed: ['quote.tcb-status (gateway)'] },
  'near-cloud-2026-06-29': good,
  'tinfoil-direct-2026-06-22': { exit: 2, missing: [...withoutStatement, 'code.platform'] },
  'tinfoil-direct-2026-06-29': good,
  'tinfoil-router-2026-06-18': { exit: 2, missing: withoutStatement },
  'tinfoil-router-2026-06-29': good,
  'venice-2026-04-24': good,
  'venice-2026-06-10': good,
  'chutes-2026-05-20': {
    exit: 1,
    failed: [
      ...oldChutes.flatMap((id) => [
        `evidence.collateral (instance ${id})`,
        `code.running-system (instance ${id})`,
      ]),
      'code.running-system (instance 209295db-9c2b-41df-866a-6b48a98d59dd)',
    ],
  },
  'chutes-2026-06-29': good,
  'nanogpt-2026-03-25': {
    exit: 1,
    failed: ['evidence.collateral ()', 'quote.report-data ()', 'nvidia.nonce ()'],
  },
  'nanogpt-2026-06-10': good,
  'redpill-2026-06-10': {
    exit: 1,
    failed: [
      ...redpillInstances.flatMap((id) => [
        `quote.report-data (instance ${id})`,
        `nvidia.nonce (instance ${id})`,
      ]),
      'code.running-system (instance 626b26a2)',
    ],
  },
}

describe.skipIf(!hasRecordings)(`recorded evidence of services${withoutRecordings}`, () => {
  test('every recording is in the table', () => {
    expect(recordingNames.toSorted()).toEqual(Object.keys(table).toSorted())
  })

  const known = new Map<string, ReturnType<typeof judgeRecording>>()
  function judgedOf(name: string) {
    const judged = known.get(name) ?? judgeRecording(readRecording(recordingPath(name)), null)
    known.set(name, judged)
    return judged
  }

  test.each(Object.entries(table))('%s is judged as it deserves', (name, expected) => {
    const judged = judgedOf(name)
    const failed = judged.checks
      .filter(({ by, status }) => by === 'us' && status === 'fail')
      .map(
        ({ id, subject }) =>
          `${id} (${name.startsWith('redpill') ? subject.slice(0, 17) : subject})`,
      )
    expect(failed.toSorted()).toEqual((expected.failed ?? []).toSorted())
    expect([...judged.missing].toSorted()).toEqual((expected.missing ?? []).toSorted())
    expect(judgedExit(judged)).toBe(expected.exit)
  })

  test("NVIDIA's opinion is shown as NVIDIA's, good or bad, and decides nothing", () => {
    const opinionOf = (name: string) =>
      judgedOf(name)
        .checks.filter(({ id }) => id === 'nvidia.opinion')
        .map(({ by, status }) => `${by} ${status}`)
    expect(opinionOf('venice-2026-06-10')).toEqual(['nvidia pass'])
    expect(opinionOf('nanogpt-2026-03-25')).toEqual(['nvidia not-proven'])
    // Whoever recorded it had sent another nonce than the GPUs signed.
    expect(opinionOf('chutes-2026-06-29')).toEqual(['nvidia fail', 'nvidia fail'])
  })

  test('what runs on a host of NEAR is its word, and what it started is its word', () => {
    const { checks } = judgedOf('near-direct-2026-06-29')
    const words = checks.filter(({ by }) => by === 'provider')
    expect(words.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'code.what-runs not-proven',
      'code.registers not-proven',
      'manager.actions pass',
    ])
  })

  test('a release of another repository is not the one that must run', () => {
    const recording = readRecording(recordingPath('tinfoil-direct-2026-06-29'))
    const judged = judgeRecording(recording, 'tinfoilsh/confidential-llama3-3-70b')
    const failed = judged.checks.filter(({ status }) => status === 'fail')
    expect(failed.map(({ id, subject }) => `${id} (${subject})`)).toEqual([
      'sigstore.repository (code)',
    ])
  })
})
