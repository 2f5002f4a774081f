import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { showName } from '#shared/text/show-name.ts'
import { liveWords as words } from '#shared/words/english/programs/live-words.ts'
import type { AdminDeps } from '../admin/admin-deps.ts'
import { attestUpstream } from '../admin/attest/attest-upstream.ts'
import { fetchModels } from '../admin/models/fetch-models.ts'
import type { ModelList, ProviderModel } from '../admin/models/model-list.ts'

export interface LiveProvider {
  /** Of upstream. */
  readonly kind: string
  readonly list: ModelList
  /** The operator's, or the name of a variable of the environment that holds it. */
  readonly key: string
  /** By the provider's name; null for the first that is listed with a host. */
  readonly model: string | null
}

export interface LiveDeps extends AdminDeps {
  /** For recordings. */
  readonly folder: string
  /** For a configuration that holds no key. */
  readonly configFolder: string
}

const keyVariable = 'ATTEST_LIVE_KEY'

/**
 * Meets one host of a provider: finds it in the provider's list, judges its evidence, asks two questions, and records.
 * @returns the exit code: 1 where something does not hold
 */
export async function attestLive(provider: LiveProvider, deps: LiveDeps): Promise<0 | 1> {
  const { kind, list, key } = provider
  const models = await fetchModels(list)
  if (typeof models === 'string') {
    deps.complain(words.noList(list.provider, models))
    return 1
  }
  const config = liveConfig(provider, models)
  if (config === null) {
    deps.complain(words.noHost(list.provider))
    return 1
  }
  const { id, base_url: address, models: named } = config
  deps.say(words.meets(list.provider, showName(Object.values(named).join()), address))
  const file = join(deps.configFolder, `${kind}.json`)
  writeFileSync(file, JSON.stringify({ upstreams: [config], traits: {} }))
  const record = join(deps.folder, `${kind}-${deps.now().toISOString().slice(0, 10)}.json`)
  const variables = {
    ...deps.variables,
    GATEWAY_CONFIG: file,
    [keyVariable]: deps.variables[key] ?? key,
  }
  const options = { upstream: id, model: null, pin: false, ask: true, record }
  if (list.mustPin === true) {
    // What runs is accepted in a configuration that goes with this meeting.
    const quiet = { ...deps, variables, say: () => {} }
    await attestUpstream({ ...options, pin: true, record: null }, quiet)
  }
  return attestUpstream(options, { ...deps, variables })
}

/** The upstream of one listed host, as an operator would write it; null where none may be used. */
export function liveConfig(
  { kind, list, model: wanted }: Pick<LiveProvider, 'kind' | 'list' | 'model'>,
  models: readonly ProviderModel[],
) {
  for (const model of models) {
    if (wanted !== null && model.name !== wanted) continue
    const host = model.hosts.find((each) => list.refuses(model, each) === null)
    if (host === undefined) continue
    return {
      id: kind,
      kind,
      base_url: list.address(host),
      api_key_env: keyVariable,
      models: { [model.name]: model.name },
      ...model.members,
    }
  }
  return null
}
