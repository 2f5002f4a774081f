import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import type { Digest } from '#shared/digest.ts'
import { createAccounts } from './accounts/accounts.ts'
import { createPlans } from './accounts/plans.ts'
import { buildApp, type AppDeps } from './app.ts'
import { buildCatalogue } from './catalogue/build-catalogue.ts'
import { checkPlans } from './catalogue/check-plans.ts'
import { ConfigError } from './config/config-error.ts'
import { readGatewayConfig } from './config/load-config.ts'
import { limitsOf } from './config/limits-of.ts'
import { parseEnvironment, type Environment } from './config/parse-environment.ts'
import { createRouteHealth } from './deliver/route-health.ts'
import { isLoopbackName } from './http/loopback-name.ts'
import type { LocalOnly } from './http/refuse-foreign.ts'
import { watchUnusedConnections } from './http/unused-connections.ts'
import { createInTurn } from './in-turn.ts'
import { addressSubject } from './rate-limits/caller-address.ts'
import { openRateLimits } from './rate-limits/open-rate-limits.ts'
import { observe } from './limits-statement.ts'
import { dependencyOf } from './operation/dependency-of.ts'
import { createMetrics, type WatchedEnclave } from './operation/metrics.ts'
import { createLogger } from './operation/safe-logger.ts'
import { openSigner } from './signer/open-signer.ts'
import { createSaltSource } from './signer/salt-source.ts'
import { startDemo, type Demo } from './demo/start-demo.ts'
import { openStore } from './store/store-registry.ts'
import { welcome } from './welcome.ts'
import type { Upstream } from './upstream.ts'
import { createUpstream } from './upstream-registry.ts'

const defaultBodyTimeoutMs = 60_000
/** Well within the lead of a signer's rotation. */
const signerRefreshMs = 1_000
const pruneEveryMs = 3_600_000

/** How long answers in flight may go on after the gateway was asked to end. */
const drainMs = 20_000

export interface Gateway {
  /** Lets answers in flight end, then closes everything. */
  stop(): Promise<void>
}

/**
 * Starts a gateway.
 * @param variables the environment
 * @param say writes a line for the person who started it
 * @throws {ConfigError} for a value that is wrong
 */
export async function run(
  variables: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<Gateway> {
  const parts = await openParts(variables)
  const { environment, config, limits, schedule, upstreams, catalogue, demo } = parts
  const { store, rateLimits } = parts
  const app = await buildApp(
    {
      bodyLimits: limits.body,
      bodyTimeoutMs: config.body_timeout_ms ?? defaultBodyTimeoutMs,
      trustProxy: environment.trustProxy,
      version: packageVersion(),
      pagesFolder: join(import.meta.dirname, '../dist/web'),
      extensionFolder: environment.extensionDir ?? join(import.meta.dirname, '../dist/extension'),
      securityContacts: environment.securityContacts,
    },
    appDeps(parts),
  )
  const chores = startChores(parts)
  await parts.endUnusedKeys()
  await warmUp(upstreams)
  const closeUnused = watchUnusedConnections(app.server)
  await app.listen({ port: environment.port, host: environment.host }).catch(explainListen)
  const { port } = app.server.address() as AddressInfo
  const { address } = schedule.history(now()).current
  welcome({ host: environment.host, port, signer: address, catalogue, isDemo: demo !== null }, say)

  return {
    async stop() {
      const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
      closeUnused()
      await app.close()
      clearTimeout(cut)
      chores.stop()
      await Promise.all(upstreams.map((upstream) => upstream.close()))
      demo?.stop()
      rateLimits.close()
      await store.close()
    },
  }
}

const now = () => new Date()
const nowSeconds = () => Math.floor(Date.now() / 1000)
const nowMs = () => performance.now()

/** What the environment and the configuration name, opened. */
async function openParts(variables: Readonly<Record<string, string | undefined>>) {
  const environment = parseEnvironment(variables)
  const configured = await readGatewayConfig(environment.configPath)
  const logger = createLogger(environment.logLevel)
  const store = await openStore(environment.databaseUrl)
  const rateLimits = await openRateLimits(environment.shared)
  const { dataDir, retiredKeys, unusedKeyDays } = environment
  const { source: signerSource, schedule } = await openSigner(
    { store, dataDir, variables, randomBytes, now },
    { retiredKeys },
  )
  const demo = configured === null ? await startDemo() : null
  const config = configured ?? (demo as Demo).config
  const limits = limitsOf(config)
  const inTurn = createInTurn()
  const upstreams = config.upstreams.map((upstream) =>
    createUpstream(upstream, {
      variables,
      dataDir,
      monotonicMs: nowMs,
      nowSeconds,
      logger,
      answerBytes: limits.answer.bytes,
      inTurn,
    }),
  )
  const metrics = createMetrics()
  metrics.watchEnclaves(() => watchedEnclaves(upstreams))
  const catalogue = buildCatalogue(config, new Map(upstreams.map((each) => [each.id, each])))
  const plans = createPlans(config.plans)
  checkPlans(catalogue, plans)
  const accounts = createAccounts({ store, plans, randomBytes, now, unusedKeyDays })

  return {
    environment,
    config,
    limits,
    logger,
    store,
    rateLimits,
    signerSource,
    schedule,
    demo,
    inTurn,
    upstreams,
    catalogue,
    plans,
    accounts,
    metrics,
    endUnusedKeys: async () => {
      try {
        await accounts.endUnused()
      } catch (error) {
        metrics.countDependencyError(dependencyOf(error))
        logger.error({ err: error }, 'unused keys could not be ended')
      }
    },
  }
}

function watchedEnclaves(upstreams: readonly Upstream[]): readonly WatchedEnclave[] {
  return upstreams.flatMap(({ id, enclave }) => {
    if (enclave === null) return []
    const at = enclave.verifiedAt()
    return [{ upstream: id, sessionAge: at === null ? null : nowSeconds() - at }]
  })
}

type Parts = Awaited<ReturnType<typeof openParts>>

function appDeps(parts: Parts): AppDeps {
  const { environment, config, limits, store, rateLimits, schedule, catalogue, plans, accounts } =
    parts
  const { keysPerDay, signedOutRpm } = environment
  const release = config.stream_release ?? 'flow'
  const addressKey = environment.shared?.callerSecret ?? randomBytes(32)
  return {
    catalogue,
    plans,
    accounts,
    limiter: rateLimits.ofMinute,
    keysPerDay: { limiter: rateLimits.ofDay, limit: keysPerDay },
    replayGuard: rateLimits.replayGuard,
    release,
    requestLimits: limits.request,
    answerLimits: limits.answer,
    routing: { health: createRouteHealth({ monotonicMs: nowMs, now }), random: Math.random },
    inTurn: parts.inTurn,
    nowSeconds,
    nowMs,
    localOnly: localOnly(environment),
    signedOutRpm,
    addressSubject: (ip) => addressSubject(ip, addressKey),
    issue: {
      sha256: (data) => hash('sha256', data, 'hex') as Digest,
      newSalt: createSaltSource(),
      now,
      signerAt: (at) => schedule.signerAt(at),
      freshen: () => schedule.freshen(now()),
    },
    metrics: parts.metrics,
    logger: parts.logger,
    signerHistory: () => schedule.history(now()),
    observe: () =>
      observe({
        catalogue,
        demoUpstream: parts.demo !== null,
        streamsFlow: release === 'flow',
        signedOutRpm,
        trustsProxy: environment.trustProxy !== false,
        signerSource: parts.signerSource,
        retiredSigners: schedule.history(now()).retired.length,
      }),
    async checkReady() {
      await Promise.all([store.ping(), rateLimits.ping()])
      await schedule.freshen(now())
      schedule.signerAt(now())
    },
  }
}

/** What is done again and again while the gateway runs. */
function startChores({ schedule, logger, metrics, endUnusedKeys }: Parts) {
  const refresh = setInterval(() => {
    schedule.refresh().catch((error: unknown) => {
      metrics.countDependencyError(dependencyOf(error))
      logger.error({ err: error }, 'the history of signers could not be read')
    })
  }, signerRefreshMs)
  const prune = setInterval(() => void endUnusedKeys(), pruneEveryMs)
  prune.unref()
  return {
    stop() {
      clearInterval(refresh)
      clearInterval(prune)
    },
  }
}

/** On loopback, with nothing in front that brings callers from elsewhere. */
function localOnly({ host, trustProxy, allowedOrigins }: Environment): LocalOnly | null {
  const name = host.includes(':') ? `[${host}]` : host
  return isLoopbackName(name) && trustProxy === false ? { allowedOrigins } : null
}

/** Longest wait for the first attestations before the gateway listens; they go on afterwards. */
const warmUpMs = 10_000

async function warmUp(upstreams: readonly Upstream[]): Promise<void> {
  const attested = Promise.all(upstreams.map(async ({ enclave }) => enclave?.warmUp()))
  await Promise.race([attested, delay(warmUpMs, undefined, { ref: false })])
}

const listenProblems: Readonly<Record<string, readonly [string, string, string]>> = {
  EADDRINUSE: ['PORT', 'is taken by another program', 'Stop that, or choose another PORT'],
  EACCES: ['PORT', 'may not be used by this user', 'Choose one from 1024 on'],
  EADDRNOTAVAIL: ['HOST', 'is no address of this machine', 'Use 127.0.0.1, or 0.0.0.0 for all'],
  ENOTFOUND: ['HOST', 'is not known', 'Use 127.0.0.1, or 0.0.0.0 for all'],
}

function explainListen(error: NodeJS.ErrnoException): never {
  const problem = listenProblems[error.code ?? '']
  throw problem ? new ConfigError(...problem) : error
}

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
