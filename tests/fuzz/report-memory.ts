// Preloaded into the gateway, which then runs with --expose-gc: at SIGUSR2 it collects its garbage
// and prints how much memory it holds.
import { setImmediate as turn } from 'node:timers/promises'

process.on('SIGUSR2', () => {
  void (async () => {
    for (let round = 0; round < 5; round += 1) {
      globalThis.gc?.()
      await turn()
    }
    process.stderr.write(`memory ${JSON.stringify(process.memoryUsage())}\n`)
  })()
})
