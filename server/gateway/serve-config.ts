import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createAccounts, type Accounts } from './accounts/accounts.ts'
import { createPlans } from './config/plans.ts'
import { buildApp, type AppDeps, type AppOptions } from './app.ts'
import { buildCatalogue } from './catalogue/build-catalogue.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { checkPlans } from './catalogue/check-plans.ts'
import type { GatewayConfig } from './config/gateway-config-schema.ts'
import { limitsOf } from './config/limits-of.ts'
import { observe, type RunningSystem } from './catalogue/observe.ts'
import type { Store } from './store/store.ts'
import { createUpstream } from './upstreams/upstream-registry.ts'
import type { Upstream } from './common/upstream.ts'

/** The parts of the application that come from the configuration file; the others survive a change of the file. */
type OfConfig =
  | 'catalogue'
  | 'plans'
  | 'accounts'
  | 'release'
  | 'requestLimits'
  | 'answerLimits'
  | 'observe'
  | 'operator'

/** What a configuration is served with, whichever it is. */
export interface Lasting {
  readonly options: Omit<AppOptions, 'bodyLimits'>
  readonly deps: Omit<AppDeps, OfConfig>
  readonly store: Store
  readonly dataDir: string
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly unusedKeyDays: number
  readonly nowSeconds: () => number
  /** What the statement of limits says that the configuration does not decide. */
  readonly observed: () => Pick<
    RunningSystem,
    'signedOutRpm' | 'trustsProxy' | 'retiredSigners' | 'signerSource'
  >
}

/** One configuration as it is served: requests that came to it end by it, whatever is served next. */
export interface ServedConfig {
  readonly handle: RequestListener
  readonly catalogue: Catalogue
  readonly accounts: Accounts
  /** Refuses what comes from now on. */
  refuseNew(): Promise<void>
  /** Waits until the last request has ended, and closes what it was answered by. */
  retire(): Promise<void>
}

/**
 * @param demo whether the built-in demo is what it names
 * @throws {ConfigError} and then nothing of it is left
 */
export async function serveConfig(
  config: GatewayConfig,
  demo: 'demo' | 'configured',
  lasting: Lasting,
): Promise<ServedConfig> {
  const { deps, store, unusedKeyDays } = lasting
  const limits = limitsOf(config)
  const plans = createPlans(config.plans)
  const upstreams: Upstream[] = []
  const close = async () => {
    await Promise.all(upstreams.map((upstream) => upstream.close()))
  }
  try {
    for (const each of config.upstreams) upstreams.push(openUpstream(each, limits, lasting))
    const catalogue = buildCatalogue(config, new Map(upstreams.map((each) => [each.id, each])))
    checkPlans(catalogue, plans)
    const { nowMs, issue } = deps
    const accounts = createAccounts({
      store,
      plans,
      randomBytes,
      now: () => new Date(issue.unixMs()),
      nowMs,
      unusedKeyDays,
    })
    const release = config.stream_release ?? 'flow'
    const app = await buildApp(
      { ...lasting.options, bodyLimits: limits.body },
      {
        ...deps,
        catalogue,
        plans,
        accounts,
        release,
        operator: config.operator ?? null,
        requestLimits: limits.request,
        answerLimits: limits.answer,
        observe: () =>
          observe({
            catalogue,
            demoUpstream: demo === 'demo',
            streamsFlow: release === 'flow',
            ...lasting.observed(),
          }),
      },
    )
    await warmUp(upstreams)
    return {
      handle: app.handle,
      catalogue,
      accounts,
      refuseNew: () => app.close(),
      async retire() {
        await app.idle()
        await app.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function openUpstream(
  config: GatewayConfig['upstreams'][number],
  limits: ReturnType<typeof limitsOf>,
  { deps, dataDir, variables, nowSeconds }: Lasting,
): Upstream {
  return createUpstream(config, {
    variables,
    dataDir,
    monotonicMs: deps.nowMs,
    nowSeconds,
    logger: deps.logger,
    answerBytes: limits.answer.bytes,
    inTurn: deps.inTurn,
    evidence: deps.evidence,
  })
}

/** Longest wait for the first attestations; they go on afterwards. */
const warmUpMs = 10_000

async function warmUp(upstreams: readonly Upstream[]): Promise<void> {
  const attested = Promise.all(upstreams.map(async ({ enclave }) => enclave?.warmUp()))
  await Promise.race([attested, delay(warmUpMs, undefined, { ref: false })])
}
