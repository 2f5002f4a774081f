import { showName } from '#shared/text/show-name.ts'
import { modelsWords as words } from '#shared/words/english/programs/models-words.ts'
import { readGatewayConfig } from '../../../gateway/config/load-config.ts'
import { parseEnvironment } from '../../../gateway/config/parse-environment.ts'
import type { UpstreamConfig } from '../../../gateway/upstreams/upstream-registry.ts'
import type { AdminDeps } from '../admin-deps.ts'
import { UsageError } from '../usage-error.ts'
import { fetchModels } from './fetch-models.ts'
import type { ProviderModel, ModelList } from './model-list.ts'
import { listedKinds, providerLists } from './provider-lists.ts'

/**
 * Shows which models a provider lists, beside those that are configured. It changes nothing.
 * @param wanted id of an upstream, or a kind of upstream
 * @returns the exit code: 1 where there is no list to be had
 * @throws {UsageError} for what has no list
 */
export async function listModels(
  wanted: string,
  { variables, say, complain }: AdminDeps,
): Promise<0 | 1> {
  const { configPath } = parseEnvironment(variables)
  const upstreams = (await readGatewayConfig(configPath))?.upstreams ?? []
  const named = upstreams.find(({ id }) => id === wanted)
  const kind = named?.kind ?? wanted
  const list = listOf(kind, named)
  if (list === null) {
    throw new UsageError(words.noList(wanted, listedKinds.join(', ')))
  }
  const models = await fetchModels(list)
  if (typeof models === 'string') {
    complain(words.notHad(list.provider, models))
    return 1
  }
  const own = upstreams.filter((each) => each.kind === kind)
  say(words.head(list.provider, `${list.service}${list.path}`))
  for (const model of models) for (const line of linesOf(model, own, list)) say(line)
  for (const line of own.flatMap((upstream) => differences(upstream, models))) say(line)
  say(words.howToUse)
  return 0
}

/** A simulation has its list where those answer who sign about its enclave. */
function listOf(kind: string, named: UpstreamConfig | undefined): ModelList | null {
  const known = listedKinds.find((each) => kind === each || kind === `${each}-simulated`)
  if (known === undefined) return null
  const make = providerLists[known]
  if (kind === known || named === undefined) return make()
  if ('makers_url' in named) return make(named.makers_url)
  return make('collateral_url' in named ? named.collateral_url : undefined)
}

/** A line for each host of a model. */
function linesOf(
  model: ProviderModel,
  own: readonly UpstreamConfig[],
  list: ModelList,
): readonly string[] {
  const name = showName(model.name)
  if (model.hosts.length === 0) return [words.nowhere(name)]
  return model.hosts.map((host) => {
    const refused = list.refuses(model, host)
    if (refused !== null) return words.refused(name, showName(host), refused)
    const members = Object.entries(model.members).map(([key, value]) => `${key} ${showName(value)}`)
    const parts = [name, list.address(host), ...members]
    const users = own
      .filter(({ models }) => Object.values(models).includes(model.name))
      .flatMap((upstream) => {
        if (isRouter(upstream)) return [words.throughRouter(upstream.id)]
        return hostOf(upstream) === host ? [upstream.id] : []
      })
    return users.length === 0 ? words.free(parts) : words.configured(parts, users.join(', '))
  })
}

/** Whether it reaches hosts by itself, whichever they are. */
function isRouter(upstream: UpstreamConfig): boolean {
  return 'router' in upstream && upstream.router === true
}

function hostOf({ base_url: address }: UpstreamConfig): string {
  return new URL(address).hostname
}

/** Where an upstream says other things than the list. The upstream decides. */
function differences(
  upstream: UpstreamConfig,
  listed: readonly ProviderModel[],
): readonly string[] {
  const host = hostOf(upstream)
  return [...new Set(Object.values(upstream.models))].flatMap((name) => {
    const model = listed.find((each) => each.name === name)
    if (model === undefined || !(isRouter(upstream) || model.hosts.includes(host))) {
      return [words.notListed(upstream.id, showName(name), host)]
    }
    if (isRouter(upstream)) return []
    return Object.entries(model.members).flatMap(([key, said]) => {
      const value = (upstream as unknown as Readonly<Record<string, unknown>>)[key]
      return value === said
        ? []
        : [words.differs(upstream.id, key, showName(said), showName(String(value)))]
    })
  })
}
