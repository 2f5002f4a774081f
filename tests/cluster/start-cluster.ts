import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GatewayConfig } from '../../server/gateway/config/gateway-config-schema.ts'
import { freePorts } from './free-ports.ts'
import { startNginx } from './start-nginx.ts'
import { startInstance, type Instance } from './start-instance.ts'
import { startLocalPostgres, type LocalPostgres } from './start-local-postgres.ts'
import { startLocalRedis } from './start-local-redis.ts'
import { startedServers, type StartedServers } from './started-servers.ts'
import type { LocalServer } from './local-server.ts'

interface ClusterOptions {
  readonly config: GatewayConfig
  readonly instances: number
  /** Of the balancer; the others take free ones above it. */
  readonly port: number
  /** For every gateway, beside what makes them one. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  /** Where PostgreSQL keeps its data; a temporary folder when left out. */
  readonly postgresFolder?: string
  /** Puts something between the gateways and Redis. @returns the port by which they reach it */
  readonly reachRedis?: (port: number) => Promise<number>
}

export interface Cluster {
  /** Of the balancer. */
  readonly address: string
  readonly configPath: string
  readonly instances: readonly Instance[]
  readonly postgres: LocalPostgres
  /** The one that runs now. */
  redis(): LocalServer
  /** Ends Redis with all that it holds, and starts an empty one. */
  emptyRedis(): Promise<void>
  stop(): Promise<void>
}

/** Several gateways on one PostgreSQL and one Redis behind nginx, on this machine alone; nothing of it is kept. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const started = startedServers()
  try {
    return await startParts(options, started)
  } catch (error) {
    // What has started would stay, where another part does not start.
    await started.end()
    throw error
  }
}

async function startParts(options: ClusterOptions, started: StartedServers): Promise<Cluster> {
  const { config, environment, say } = options
  const folder = mkdtempSync(join(tmpdir(), 'countersign-cluster-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  void started.add(Promise.resolve({ stop: removeFolder }))
  const configPath = join(folder, 'gateway.config.json')
  writeFileSync(configPath, JSON.stringify(config), { mode: 0o600 })
  const [balancerPort = 0, postgresPort = 0, redisPort = 0, ...ports] = await freePorts(
    3 + options.instances,
    options.port,
  )

  const { postgresFolder } = options
  const inFolder = postgresFolder === undefined ? {} : { parent: postgresFolder }
  const postgres = await started.add(startLocalPostgres(postgresPort, inFolder))
  say(`PostgreSQL  ${postgres.address}/postgres`)
  let redis = await startLocalRedis(redisPort, say)
  void started.add(Promise.resolve({ stop: () => redis.stop() }))
  say(`Redis       ${redis.address}`)
  const reachedPort = (await options.reachRedis?.(redisPort)) ?? redisPort
  const shared = {
    ...environment,
    GATEWAY_CONFIG: configPath,
    DATABASE_URL: `${postgres.address}/postgres`,
    REDIS_URL: `redis://127.0.0.1:${reachedPort}`,
    CALLER_SECRET: randomBytes(32).toString('hex'),
    SEAL_KEY: randomBytes(32).toString('hex'),
    TRUST_PROXY: '1',
  }
  const starting = ports.map((port, index) =>
    startInstance({
      port,
      environment: { ...shared, DATA_DIR: join(folder, `data-${index}`) },
      ended: (how) => say(`Gateway     http://127.0.0.1:${port}  ended ${how}`),
    }),
  )
  void started.add(allOf(starting))
  const instances = await Promise.all(starting)
  for (const each of instances) say(`Gateway     ${each.address}  (process ${each.pid()})`)
  const balancer = await started.add(startNginx(balancerPort, ports, say))
  say(`Balancer    ${balancer.address}`)

  return {
    address: balancer.address,
    configPath,
    instances,
    postgres,
    redis: () => redis,
    async emptyRedis() {
      await redis.stop()
      redis = await startLocalRedis(redisPort, say)
    },
    stop: () => started.end(),
  }
}

/** Those that started, to be ended together. */
async function allOf(starting: readonly Promise<Instance>[]) {
  const settled = await Promise.allSettled(starting)
  const instances = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  return {
    stop: async () => {
      await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
    },
  }
}
