import { expect, test } from 'vitest'
import { makeCase } from '../../fuzz/make-case.ts'
import { runFuzz } from '../../fuzz/run-fuzz.ts'

test('a case depends on the seed and its number alone', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index)
  const bodies = (seed: number) =>
    numbers.map((caseNumber) => makeCase(seed, caseNumber).body.toString('base64', 0, 300))
  expect(bodies(1)).toEqual(bodies(1))
  expect(bodies(1)).not.toEqual(bodies(2))
})

test(
  'whatever is sent or answered, callers get 2xx or an error that tools can read',
  { timeout: 120_000 },
  async () => {
    const report = await runFuzz({
      seed: 20_261_120,
      bodies: { from: 0, to: 400 },
      answers: { from: 0, to: 200 },
      connections: 16,
    })
    expect(report.failures.map(({ caseNumber, reason }) => ({ caseNumber, reason }))).toEqual([])
    expect(report.complaints).toEqual([])
    expect(report.stillAnswers).toBe(true)
    // The mix reaches past the parser.
    const kinds = [...report.answers.keys()]
    for (const seen of [
      'valid: 200',
      'json: 200',
      'json: 400 invalid_request_error',
      'buffered answer: 200',
      'buffered answer: 502 upstream_error',
      'streamed answer: 200',
    ]) {
      expect(kinds).toContain(seen)
    }
  },
)
