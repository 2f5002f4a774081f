import { configProblems } from '#shared/words/english/configuration/config-problems.ts'
import { environmentProblems } from '#shared/words/english/configuration/environment-problems.ts'
import { operatorLog } from '#shared/words/english/programs/operator-log.ts'
import type { Gateway } from './common/gateway.ts'
import type { GatewayConfig } from './config/gateway-config-schema.ts'
import cluster from 'node:cluster'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Sha256 } from '#shared/digest.ts'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
import { createUsageBook } from './accounts/usage-book.ts'
import { ConfigError } from './common/config-error.ts'
import { readGatewayConfig } from './config/load-config.ts'
import { parseEnvironment, type Environment } from './config/parse-environment.ts'
import { createRouteHealth } from './answer/choice/route-health.ts'
import { isLoopbackName } from '#shared/loopback-name.ts'
import { openServer, rawBudget } from './http/open-server.ts'
import type { LocalOnly } from './http/callers/refuse-foreign.ts'
import { watchUnusedConnections } from './http/unused-connections.ts'
import { warnOfProxy } from './http/warn-of-proxy.ts'
import { openEvidenceStore } from './common/evidence-store.ts'
import { createInTurn } from './common/in-turn.ts'
import { oneAtATime } from './common/one-at-a-time.ts'
import { createAnswersInFlight } from './routes/watch-answer.ts'
import { dependencyOf } from './operation/dependency-of.ts'
import { createMetrics } from './operation/metrics.ts'
import { createReadiness } from './operation/readiness.ts'
import { createLogger, linesLeft } from './common/safe-logger.ts'
import { openTracing } from './operation/tracing.ts'
import { watchedEnclaves } from './operation/watched-enclaves.ts'
import { addressSubject } from './accounts/rate-limits/caller-address.ts'
import { openRateLimits } from './accounts/rate-limits/open-rate-limits.ts'
import { serveConfig, type Lasting } from './serve-config.ts'
import { startChores } from './start-chores.ts'
import { createSaltSource } from './signer/salt-source.ts'
import { openSigner } from './signer/open-signer.ts'
import { holdStore, openStore } from './store/store-registry.ts'
import { welcome } from './welcome.ts'
import { sumOverWorkers } from './operation/workers/sum-over-workers.ts'

const defaultBodyTimeoutMs = 60_000
const sweepMs = 100
/** Milliseconds after the drain within which the last bytes of an answer must leave. */
const lastWordsMs = 1_000

/** What answers where nothing is configured. */
export interface Demo {
  /** The configuration that a gateway without one runs with. */
  readonly config: GatewayConfig
  stop(): void
}

/**
 * Starts a gateway.
 * @param variables the environment
 * @param say writes a line for the person who started it
 * @param startDemo starts what answers where nothing is configured
 * @throws {ConfigError} for a value that is wrong
 */
export async function run(
  variables: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
  startDemo: () => Promise<Demo>,
): Promise<Gateway> {
  const parts = await openParts(variables, startDemo)
  const { environment, configured, demo, logger, schedule, inFlight } = parts
  const config = configured ?? (demo as Demo).config
  const lasting = lastingOf(parts, variables)
  let served = await serveConfig(config, configured === null ? 'demo' : 'configured', lasting)
  parts.metrics.watchEnclaves(() => watchedEnclaves(served.catalogue, nowSeconds()))
  const chores = startChores(parts, () => served)
  await chores.endUnusedKeys()

  const server = openServer({
    bodyTimeoutMs: config.body_timeout_ms ?? defaultBodyTimeoutMs,
    budgetOf: (ip) => rawBudget(ip, { ...lasting.deps, accounts: served.accounts }),
  })
  server.on('request', served.handle)
  const closeUnused = watchUnusedConnections(server)
  await listen(server, environment)
  const { port } = server.address() as AddressInfo
  const { address } = schedule.history(now()).current
  const { host, basePath } = environment
  const isDemo = demo !== null
  welcome({ host, port, basePath, signer: address, catalogue: served.catalogue, isDemo }, say)

  const retiring = new Set<Promise<void>>()
  const takeOver = async () => {
    const next = await readGatewayConfig(environment.configPath)
    if (next === null)
      throw new ConfigError('GATEWAY_CONFIG', mismatchWords.noFile, configProblems.writeOne)
    const before = served
    served = await serveConfig(next, 'configured', lasting)
    server.off('request', before.handle).on('request', served.handle)
    logger.info({ models: served.catalogue.models.size }, operatorLog.newConfiguration)
    const retired = before.retire().finally(() => retiring.delete(retired))
    retiring.add(retired)
  }

  return {
    reload: oneAtATime(() =>
      takeOver().catch((error: unknown) => {
        logger.error({ err: error }, operatorLog.oldConfiguration)
      }),
    ),
    async stop() {
      closeUnused()
      const closed = once(server, 'close')
      server.close()
      await served.refuseNew()
      // A connection that is kept once its answer has ended would hold up the end.
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
      const drainMs = environment.drainSeconds * 1000
      const cut = setTimeout(() => inFlight.cutAll(), drainMs)
      const end = setTimeout(() => server.closeAllConnections(), drainMs + lastWordsMs)
      await closed
      clearInterval(sweep)
      clearTimeout(cut)
      clearTimeout(end)
      await Promise.all([served.retire(), ...retiring])
      await chores.stop()
      await closeParts(parts)
      await linesLeft(logger)
    },
  }
}

const now = () => new Date()
const nowSeconds = () => Math.floor(Date.now() / 1000)
const nowMs = performance.now.bind(performance)

/** What the environment names, opened. */
async function openParts(
  variables: Readonly<Record<string, string | undefined>>,
  startDemo: () => Promise<Demo>,
) {
  const environment = parseEnvironment(variables)
  const configured = await readGatewayConfig(environment.configPath)
  const logger = createLogger(environment.logLevel)
  const store = await openStore(environment.databaseUrl)
  // If there are several workers, the process that started them holds the store.
  const letGo = cluster.isWorker ? () => {} : holdStore(environment.databaseUrl)
  const rateLimits = await openRateLimits(environment.shared)
  if (store.gateways === 'many' && environment.shared === null) logger.warn(operatorLog.alone)
  const { dataDir, retiredKeys } = environment
  const { source: signerSource, schedule } = await openSigner(
    { store, dataDir, variables, randomBytes, now },
    { retiredKeys },
  )
  const demo = configured === null ? await startDemo() : null
  const inFlight = createAnswersInFlight()
  const metrics = cluster.isWorker ? sumOverWorkers(createMetrics()) : createMetrics()
  metrics.watchInFlight(() => inFlight.count())
  const tracing = await openTracing(variables, packageVersion())
  const usage = createUsageBook({
    store,
    meters: rateLimits.meters,
    now,
    nowMs,
    failed(error) {
      metrics.countDependencyError(dependencyOf(error))
      logger.error({ err: error }, operatorLog.tokensUncounted)
    },
  })

  return {
    environment,
    configured,
    demo,
    logger,
    store,
    letGo,
    rateLimits,
    signerSource,
    schedule,
    inFlight,
    metrics,
    usage,
    tracing,
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>

async function closeParts({ demo, rateLimits, store, letGo, tracing }: Parts): Promise<void> {
  await tracing?.close()
  demo?.stop()
  rateLimits.close()
  await store.close()
  letGo()
}

function lastingOf(parts: Parts, variables: Readonly<Record<string, string | undefined>>): Lasting {
  const { environment, store, schedule, signerSource } = parts
  const { dataDir, unusedKeyDays, signedOutRpm, trustProxy } = environment
  return {
    options: {
      trustProxy,
      version: packageVersion(),
      basePath: environment.basePath,
      pagesFolder: join(import.meta.dirname, '../../dist/web'),
      extensionFolder:
        environment.extensionDir ?? join(import.meta.dirname, '../../dist/extension'),
      securityContacts: environment.securityContacts,
    },
    deps: lastingDeps(parts),
    store,
    dataDir,
    variables,
    unusedKeyDays,
    nowSeconds,
    observed: () => ({
      signedOutRpm,
      trustsProxy: trustProxy !== false,
      retiredSigners: schedule.history(now()).retired.length,
      signerSource,
    }),
  }
}

function lastingDeps(parts: Parts): Lasting['deps'] {
  const { environment, store, rateLimits, schedule, logger, metrics, inFlight } = parts
  const { keysPerDay, signedOutRpm } = environment
  const addressKey = environment.shared?.callerSecret ?? randomBytes(32)
  return {
    limiter: rateLimits.ofMinute,
    keysPerDay: { limiter: rateLimits.ofDay, limit: keysPerDay },
    meters: rateLimits.meters,
    usage: parts.usage,
    tracing: parts.tracing,
    replayGuard: rateLimits.replayGuard,
    routing: { health: createRouteHealth({ monotonicMs: nowMs, now }), random: Math.random },
    inTurn: createInTurn(),
    evidence: openEvidenceStore({
      folder: join(environment.dataDir, 'evidence'),
      nowMs: Date.now,
    }),
    nowSeconds,
    nowMs,
    localOnly: localOnly(environment),
    lookForProxy: environment.trustProxy === false ? warnOfProxy(logger) : null,
    signedOutRpm,
    addressSubject: (ip) => addressSubject(ip, addressKey),
    issue: {
      // The digest is in hex, Node's default.
      sha256: hash.bind(null, 'sha256') as Sha256,
      newSalt: createSaltSource(),
      unixMs: Date.now,
      ...schedule,
    },
    metrics,
    logger,
    inFlight,
    signerHistory: () => schedule.history(now()),
    partsAway: createReadiness({
      pingStore: () => store.ping(),
      pingLimits: () => rateLimits.ping(),
      async checkSigner() {
        await schedule.freshen(now())
        schedule.signerAt(now())
      },
      logger,
      nowMs,
    }),
  }
}

/** On loopback, with nothing in front that brings callers from elsewhere. */
function localOnly({ host, trustProxy, allowedOrigins }: Environment): LocalOnly | null {
  const name = host.includes(':') ? `[${host}]` : host
  return isLoopbackName(name) && trustProxy === false ? { allowedOrigins } : null
}

const listenProblems: Readonly<Record<string, readonly [string, string, string]>> = {
  EADDRINUSE: ['PORT', environmentProblems.portTaken, environmentProblems.otherPort],
  EACCES: ['PORT', environmentProblems.portForbidden, environmentProblems.higherPort],
  EADDRNOTAVAIL: ['HOST', environmentProblems.noAddress, environmentProblems.anyAddress],
  ENOTFOUND: ['HOST', mismatchWords.notKnown, environmentProblems.anyAddress],
}

/** @throws {ConfigError} */
async function listen(server: Server, { port, host }: Environment): Promise<void> {
  server.listen({ port, host })
  try {
    await once(server, 'listening')
  } catch (error) {
    const problem = listenProblems[(error as NodeJS.ErrnoException).code ?? '']
    throw problem ? new ConfigError(...problem) : error
  }
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
