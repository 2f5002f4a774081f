import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startGateway } from '../support/start-gateway.ts'
import { startTestUpstream } from '../support/test-upstream.ts'
import { answerEither, fuzzConfig } from './fuzz-config.ts'
import { runFuzz } from './run-fuzz.ts'

// npm run fuzz [-- --count 100000] [-- --seed 1]

const { values } = parseArgs({
  options: { count: { type: 'string' }, seed: { type: 'string' } },
})
const count = Number(values.count ?? 100_000)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))

const upstream = await startTestUpstream(answerEither)
const gateway = await startGateway({
  config: fuzzConfig(upstream.baseUrl),
  nodeArguments: ['--max-semi-space-size=16', '--expose-gc'],
})
const { baseUrl } = gateway
const residentMiB = () => {
  const status = readFileSync(`/proc/${gateway.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

console.log(`${count} bodies, seed ${seed}`)
const warmUp = await runFuzz({ baseUrl, count: Math.min(count, 5000), seed })
const beforeMiB = residentMiB()
const { statuses, failures } = await runFuzz({ baseUrl, count, seed: seed + 1 })
const tooLarge = await fetch(`${baseUrl}/v1/chat/completions`, {
  method: 'POST',
  body: 'x'.repeat(20 * 1024 * 1024 + 1),
})
const after = await runFuzz({ baseUrl, count: 1000, seed })
const afterMiB = residentMiB()

for (const [status, number] of [...statuses].toSorted(([a], [b]) => a - b))
  console.log(`  ${status}: ${number}`)
console.log(`  20 MiB + 1: ${tooLarge.status}`)
console.log(`  RSS ${Math.round(beforeMiB)} MiB before, ${Math.round(afterMiB)} MiB after`)
const problems = [...warmUp.failures, ...failures, ...after.failures]
if (tooLarge.status !== 413) problems.push('a body over the limit was not refused with 413')
if (afterMiB > beforeMiB * 1.5) problems.push('the memory did not come back')
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'No failure.' : `${problems.length} failures, seed ${seed}`)
await gateway.stop()
await upstream.close()
process.exitCode = problems.length === 0 ? 0 : 1
