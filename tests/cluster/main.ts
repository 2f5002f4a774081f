import { readGatewayConfig } from '../../server/gateway/config/load-config.ts'
import { startDemo } from '../../server/demo/start-demo.ts'
import { endBySignal } from './started-servers.ts'
import { startCluster } from './start-cluster.ts'

// `npm run cluster`: what server/deploy describes for many machines, as processes of this one.

const say = (line: string) => process.stdout.write(`${line}\n`)

const started = endBySignal({ exitCode: 0 })
const configured = await readGatewayConfig(process.env['GATEWAY_CONFIG'] ?? null)
const demo = configured === null ? await started.add(startDemo()) : null
const config = configured ?? demo?.config
if (config === undefined) throw new Error('there is no configuration')
say('Three gateways on one PostgreSQL and one Redis behind nginx, on this machine alone:')
const starting = startCluster({
  config,
  instances: 3,
  port: Number(process.env['PORT'] ?? 8787),
  environment: process.env,
  say,
})
const cluster = await started.add(starting)
say('')
say(`  Base URL   ${cluster.address}/v1`)
say(`  Pages      ${cluster.address}   ${cluster.address}/limits   ${cluster.address}/docs`)
say('')
say('Keys, vouchers and the signing key are made anew at each start, and nothing of them is kept.')
say('Kill one of the gateways, and ask again. Ctrl-C ends all.')
if (demo !== null) say('No gateway.config.json: the built-in demo model answers.')
