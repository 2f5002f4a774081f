import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runFuzz, type FuzzFailure, type FuzzReport } from './run-fuzz.ts'

// npm run fuzz [-- --bodies 100000] [-- --answers 10000] [-- --seed 7] [-- --connections 32]
// npm run fuzz -- --seed 7 --only 4711        one body
// npm run fuzz -- --seed 7 --only-answer 17   one answer

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '100000' },
    answers: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    only: { type: 'string' },
    'only-answer': { type: 'string' },
    connections: { type: 'string', default: '32' },
  },
})
const seed = Number(values.seed)
const isOne = values.only !== undefined || values['only-answer'] !== undefined

function rangeOf(only: string | undefined, count: string) {
  if (only !== undefined) return { from: Number(only), to: Number(only) + 1 }
  return { from: 0, to: isOne ? 0 : Number(count) }
}
const bodies = rangeOf(values.only, values.bodies)
const answers = rangeOf(values['only-answer'], values.answers)

/** Nobody may wait longer for somebody else's request, in milliseconds. */
const longestHoldMs = 250

/** Memory may not have grown beyond this, once what was left over is collected. */
const mostGrowth = 1.5

console.log(`seed ${seed}, ${bodies.to - bodies.from} bodies, ${answers.to - answers.from} answers`)
const startedMs = performance.now()
const report = await runFuzz({
  seed,
  bodies,
  answers,
  connections: Number(values.connections),
  onProgress(done) {
    if (done % 10_000 === 0) console.log(`${done} cases`)
  },
})

for (const [answer, count] of [...report.answers].toSorted(([a], [b]) => a.localeCompare(b))) {
  console.log(`${String(count).padStart(8)}  ${answer}`)
}
for (const failure of report.failures) printFailure(failure)
for (const complaint of report.complaints) console.log(`the upstream was sent ${complaint}`)
const { warm, end } = report.memory
const growth = Math.max(end.rss / warm.rss, end.heapUsed / warm.heapUsed)
console.log(`RSS ${mib(warm.rss)} MiB when warm, ${mib(end.rss)} MiB after all`)
console.log(`heap ${mib(warm.heapUsed)} MiB when warm, ${mib(end.heapUsed)} MiB after all`)
console.log(`beside it ${mib(warm.external)} MiB when warm, ${mib(end.external)} MiB after all`)
console.log(`memory grew × ${growth.toFixed(2)}; at most × ${mostGrowth} is allowed`)
for (const [what, { computed, waited }] of Object.entries(report.loop)) {
  console.log(
    `${what}: event loop held for ${computed.toFixed(0)} ms at most, ${waited.toFixed(0)} ms with what else the machine did; at most ${longestHoldMs} is allowed`,
  )
}
console.log(`a good request is ${report.stillAnswers ? 'still' : 'no longer'} answered`)
console.log(`${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
process.exitCode = isClean(report) ? 0 : 1

function isClean({ failures, complaints, stillAnswers, loop }: FuzzReport): boolean {
  return (
    failures.length === 0 &&
    complaints.length === 0 &&
    stillAnswers &&
    Math.max(loop.bodies.computed, loop.answers.computed) <= longestHoldMs &&
    (isOne || growth <= mostGrowth)
  )
}

function printFailure({ caseNumber, sent, reason }: FuzzFailure): void {
  const file = join(tmpdir(), `countersign-fuzz-${seed}-${caseNumber}`)
  writeFileSync(file, sent.body)
  console.log(`\nFAILED case ${caseNumber} (${sent.kind}): ${reason}`)
  console.log(`  path ${sent.path.slice(0, 200)}`)
  console.log(`  headers ${JSON.stringify(sent.headers).slice(0, 500)}`)
  console.log(`  body (${sent.body.length} bytes, all of it in ${file}):`)
  console.log(`  ${JSON.stringify(sent.body.toString('latin1', 0, 1_000))}`)
  const only = sent.upstream === 'hostile' ? '--only-answer' : '--only'
  console.log(`  again: npm run fuzz -- --seed ${seed} ${only} ${caseNumber}`)
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}
