import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { buildDemo } from './build-demo.ts'

// A process of its own: what the gateway tells it is what any upstream would be told. It prints its
// port as one line of JSON, and ends with the gateway that started it.

const delayMs = Number(process.env['DEMO_DELAY_MS'] ?? 20)

const app = buildDemo({
  pause: (signal) => delay(delayMs, undefined, { signal }).catch(() => {}),
  nowSeconds: () => Math.floor(Date.now() / 1000),
})
await app.listen({ port: Number(process.env['DEMO_PORT'] ?? 0), host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ port: (app.server.address() as AddressInfo).port })}\n`)

const leave = () => process.exit(0)
process.once('SIGTERM', leave)
process.on('SIGINT', () => {}) // Ctrl-C reaches the whole group: the gateway ends first
process.stdin.resume().once('end', leave).once('close', leave)
