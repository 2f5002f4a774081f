import { expect, test } from 'vitest'
import {
  createMetrics,
  type WatchedEnclave,
} from '../../../../../server/gateway/operation/metrics.ts'
import {
  addCounts,
  lastingCounts,
  type Counts,
} from '../../../../../server/gateway/operation/workers/add-counts.ts'

/** What a worker tells of itself, as it comes over the channel between processes. */
async function toldBy(enclaves: readonly WatchedEnclave[], inFlight: number): Promise<Counts> {
  const metrics = createMetrics()
  metrics.watchEnclaves(() => enclaves)
  metrics.watchInFlight(() => inFlight)
  metrics.countAnswer('tee', 'buffered')
  return JSON.parse(JSON.stringify(await metrics.counts())) as Counts
}

const enclave = (sessionAge: number | null) => [{ upstream: 'enclave', sessionAge }]

async function valuesOf(all: readonly Counts[]): Promise<Readonly<Record<string, string>>> {
  const text = await addCounts(all).metrics()
  return Object.fromEntries(
    [...text.matchAll(/^(countersign_\S+) (\S+)$/gm)].map(([, name, value]) => [name, value]),
  )
}

test('of the ages of sessions the greatest is told, and of enclaves whether every worker has verified them', async () => {
  const one = await toldBy(enclave(100), 1)
  const other = await toldBy(enclave(40), 2)
  const values = await valuesOf([one, other])
  expect(values).toMatchObject({
    'countersign_enclave_session_age_seconds{upstream="enclave"}': '100',
    'countersign_enclave_verified{upstream="enclave"}': '1',
    countersign_answers_in_flight: '3',
    'countersign_answers_total{mode="tee",delivery="buffered"}': '2',
  })
  const withNone = await valuesOf([one, other, await toldBy(enclave(null), 0)])
  expect(withNone).toMatchObject({
    'countersign_enclave_session_age_seconds{upstream="enclave"}': '100',
    'countersign_enclave_verified{upstream="enclave"}': '0',
  })
})

test('what a worker that is gone counted stays, and its gauges go', async () => {
  const gone = await lastingCounts([[], await toldBy(enclave(500), 7)])
  const values = await valuesOf([gone, await toldBy(enclave(40), 2)])
  expect(values).toMatchObject({
    'countersign_enclave_session_age_seconds{upstream="enclave"}': '40',
    countersign_answers_in_flight: '2',
    'countersign_answers_total{mode="tee",delivery="buffered"}': '2',
  })
})
