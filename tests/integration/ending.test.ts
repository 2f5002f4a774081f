import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { configFor } from '../support/gateway-config.ts'
import { startGateway } from '../support/start-gateway.ts'

/** An answer in flight has so long to end. */
const drainMs = 20_000

test('a connection on which nothing was asked does not hold up the end', async () => {
  const gateway = await startGateway({ config: configFor('http://127.0.0.1:1/v1') })
  onTestFinished(() => gateway.kill())
  const { hostname, port } = new URL(gateway.baseUrl)
  const unused = connect(Number(port), hostname)
  await once(unused, 'connect')
  // By the time that another one is answered, the first one is known.
  expect((await fetch(`${gateway.baseUrl}/v1/models`)).status).toBe(200)
  const asked = performance.now()
  await Promise.all([gateway.stop(), once(unused.resume(), 'close')])
  expect(performance.now() - asked).toBeLessThan(drainMs)
})
