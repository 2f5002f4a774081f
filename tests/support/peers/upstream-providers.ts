import { startSimulator } from '../../../server/demo/enclave/start-simulator.ts'
import { startChutes } from '../../../server/demo/providers/chutes/start-chutes.ts'
import { startNear } from '../../../server/demo/providers/near/start-near.ts'
import { startTinfoil } from '../../../server/demo/providers/tinfoil/start-tinfoil.ts'
import { startVenice } from '../../../server/demo/providers/venice/start-venice.ts'
import { anyReferenceValues } from '../gateway/gateway-config.ts'
import { answerJson, answerSse, chunk, done, startTestUpstream } from './test-upstream.ts'

/** What stands behind an upstream in the suite over all kinds of them. */
export interface UpstreamProvider {
  /** The upstream's part of the configuration, as an operator would write it for this provider. */
  readonly config: { readonly kind: string; readonly [member: string]: unknown }
  /** `encrypted answers`: to clients that encrypt, and in streams alone. `nothing`: what it cannot prove to be is what this kind demands, so it is sent nothing. */
  readonly gives: 'answers' | 'encrypted answers' | 'nothing'
  /** An address of this kind at which nobody listens; any port that is closed where it is left out. */
  readonly nobody?: string
  /** How it answers chat requests from now on. */
  behave(how: 'answer' | 'fail' | 'be silent'): void
  /** Chat requests that reached it. */
  readonly chats: () => number
  close(): Promise<void>
}

const members = { id: 'under-test', models: { m: 'enclave-model' }, timeout_ms: 60_000 }

async function startOpenai(): Promise<UpstreamProvider> {
  const upstream = await startTestUpstream()
  const answers = {
    answer: (...[response, request]: Parameters<ReturnType<typeof answerJson>>) =>
      (JSON.parse(request.body.toString()) as { stream?: boolean }).stream
        ? answerSse([chunk({ content: 'a' }), chunk({ content: 'b' }, 'stop'), done])(
            response,
            request,
          )
        : answerJson('{"choices":[{"message":{"role":"assistant","content":"ab"}}]}')(
            response,
            request,
          ),
    fail: answerJson('{"error":{"message":"none"}}', 500),
    'be silent': () => {},
  }
  upstream.answerWith(answers.answer)
  return {
    config: { ...members, kind: 'openai', base_url: upstream.baseUrl, mode: 'private' },
    gives: 'answers',
    behave: (how) => upstream.answerWith(answers[how]),
    chats: () => upstream.requests.length,
    close: () => upstream.close(),
  }
}

/** A simulated enclave of any kind, and how it is configured. */
interface Simulated {
  readonly counts: { readonly chat: number }
  setFault(fault: 'http-500' | 'hang' | null): void
  close(): Promise<void>
}

const faults = { answer: null, fail: 'http-500', 'be silent': 'hang' } as const

function behindSimulator(
  simulator: Simulated,
  config: UpstreamProvider['config'],
  gives: UpstreamProvider['gives'] = 'answers',
): UpstreamProvider {
  return {
    config: { ...members, ...config },
    gives,
    behave: (how) => simulator.setFault(faults[how]),
    chats: () => simulator.counts.chat,
    close: () => simulator.close(),
  }
}

/** The provider is not asked: no name below this one leads anywhere. */
async function startNobody(
  config: UpstreamProvider['config'] & { readonly base_url: string },
): Promise<UpstreamProvider> {
  return {
    config: { ...members, ...config },
    gives: 'nothing',
    nobody: config.base_url,
    behave() {},
    chats: () => 0,
    async close() {},
  }
}

async function startEnclave(kind: 'aci' | 'aci-simulated'): Promise<UpstreamProvider> {
  const simulator = await startSimulator()
  const simulation = {
    simulation_root: simulator.rootPem,
    reference_values: simulator.referenceValues,
  }
  const config = {
    kind,
    base_url: simulator.baseUrl,
    collateral_url: simulator.collateralUrl,
    tls_ca: simulator.certificatePem(),
    ...(kind === 'aci' ? { reference_values: anyReferenceValues } : simulation),
  }
  return behindSimulator(simulator, config, kind === 'aci' ? 'nothing' : 'answers')
}

async function startSimulatedNear(): Promise<UpstreamProvider> {
  const simulator = await startNear({ model: members.models.m })
  return behindSimulator(simulator, {
    kind: 'near-simulated',
    base_url: simulator.baseUrl,
    collateral_url: simulator.collateralUrl,
    simulation_roots: simulator.roots,
  })
}

async function startSimulatedTinfoil(): Promise<UpstreamProvider> {
  const simulator = await startTinfoil()
  return behindSimulator(simulator, {
    kind: 'tinfoil-simulated',
    base_url: simulator.baseUrl,
    makers_url: simulator.makersUrl,
    repository: simulator.repository,
    simulation_roots: simulator.roots,
  })
}

async function startSimulatedChutes(): Promise<UpstreamProvider> {
  const simulator = await startChutes()
  return behindSimulator(simulator, {
    kind: 'chutes-simulated',
    base_url: simulator.baseUrl,
    chute_id: simulator.chuteId,
    collateral_url: simulator.collateralUrl,
    pins: simulator.pins,
    simulation_roots: simulator.roots,
  })
}

const veniceModels = { models: { m: 'e2ee-model' } }

async function startSimulatedVenice(): Promise<UpstreamProvider> {
  const simulator = await startVenice({ model: veniceModels.models.m })
  const config = {
    ...veniceModels,
    kind: 'venice-simulated',
    base_url: simulator.baseUrl,
    collateral_url: simulator.collateralUrl,
    tls_ca: simulator.certificatePem,
    simulation_roots: simulator.roots,
  }
  return behindSimulator(simulator, config, 'encrypted answers')
}

/** One for each kind of upstream. A simulated enclave is no hardware, so `aci` sends it nothing. */
export const upstreamProviders: Readonly<Record<string, () => Promise<UpstreamProvider>>> = {
  openai: startOpenai,
  aci: () => startEnclave('aci'),
  'aci-simulated': () => startEnclave('aci-simulated'),
  near: () => startNobody({ kind: 'near', base_url: 'https://nobody.invalid.near.ai:1/v1' }),
  'near-simulated': startSimulatedNear,
  tinfoil: () =>
    startNobody({
      kind: 'tinfoil',
      base_url: 'https://nobody.invalid.tinfoil.sh:1/v1',
      repository: 'tinfoilsh/confidential-nobody',
    }),
  'tinfoil-simulated': startSimulatedTinfoil,
  chutes: () =>
    startNobody({
      kind: 'chutes',
      base_url: 'https://nobody.invalid.chutes.ai:1',
      chute_id: '00000000-0000-4000-8000-000000000000',
    }),
  'chutes-simulated': startSimulatedChutes,
  venice: () =>
    startNobody({
      ...veniceModels,
      kind: 'venice',
      base_url: 'https://nobody.invalid.venice.ai:1/api/v1',
    }),
  'venice-simulated': startSimulatedVenice,
}
