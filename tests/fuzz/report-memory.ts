// Preloaded into the gateway, which then runs with --expose-gc: at SIGUSR2 it prints how much memory
// it holds once its garbage is collected, and how long its event loop was held since the last time.
import { setImmediate as turn } from 'node:timers/promises'

/** Longest lap of the event loop in milliseconds: as others wait for it, and of it what this thread computed. */
let waited = 0
let computed = 0
let lastMs = performance.now()
let lastCpuMs = cpuMs()

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

setInterval(() => {
  const nowMs = performance.now()
  const nowCpuMs = cpuMs()
  waited = Math.max(waited, nowMs - lastMs)
  computed = Math.max(computed, nowCpuMs - lastCpuMs)
  lastMs = nowMs
  lastCpuMs = nowCpuMs
}, 5).unref()

process.on('SIGUSR2', () => {
  const loop = { waited, computed }
  void (async () => {
    for (let round = 0; round < 5; round += 1) {
      globalThis.gc?.()
      await turn()
    }
    process.stderr.write(`memory ${JSON.stringify({ ...process.memoryUsage(), loop })}\n`)
    // What collecting took is not held against it.
    await turn()
    lastMs = performance.now()
    lastCpuMs = cpuMs()
    waited = 0
    computed = 0
  })()
})
