import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import { isMode, type Mode } from '#shared/modes.ts'
import { fetchFromGateway, fetchGranted, GatewayUnreachable } from '../fetch-evidence.ts'
import { askingWords as words } from '#shared/words/english/pages/asking.ts'

export interface ListedModel {
  readonly id: string
  /** What an answer would be delivered in now; null while no route can serve. */
  readonly mode: Mode | null
  /** All that some route is set up for. */
  readonly modes: readonly Mode[]
  readonly needsPlan: boolean
  readonly isUncensored: boolean
  readonly contextLength: number | null
  /** Other names that it answers to. */
  readonly aliases: readonly string[]
}

export interface CatalogueNow {
  readonly models: readonly ListedModel[]
  /** As `/api/limits` observes it: how many of the routes to enclaves lead to simulated ones. */
  readonly simulated: 'all' | 'some' | 'none'
}

/** @throws {GatewayUnreachable} also with the gateway's own words for a refusal */
export async function readCatalogue(gateway: string): Promise<CatalogueNow> {
  const [list, limits] = await Promise.all([
    fetchGranted(gateway, '/v1/models'),
    fetchFromGateway(gateway, '/api/limits'),
  ])
  const models = list.value['data']
  if (!Array.isArray(models)) {
    throw new GatewayUnreachable(words.badList)
  }
  return {
    models: (models as readonly Json[]).flatMap(readModel),
    simulated: readSimulated(limits.value['observed']),
  }
}

function readModel(model: Json): readonly ListedModel[] {
  if (!isJsonObject(model) || typeof model['id'] !== 'string') return []
  const { id, svc } = model
  const facts = isJsonObject(svc) ? svc : {}
  const modes = Array.isArray(facts['modes']) ? (facts['modes'] as readonly Json[]) : []
  const contextLength = facts['context_length']
  const aliases = Array.isArray(facts['aliases']) ? (facts['aliases'] as readonly Json[]) : []
  return [
    {
      id,
      mode: isMode(facts['mode']) ? facts['mode'] : null,
      modes: modes.filter(isMode),
      needsPlan: facts['plan'] !== null,
      isUncensored: facts['content_policy'] === 'uncensored',
      contextLength: typeof contextLength === 'number' ? contextLength : null,
      aliases: aliases.filter((alias) => typeof alias === 'string'),
    },
  ]
}

/** What is not said counts as the worse. */
function readSimulated(observed: Json | undefined): CatalogueNow['simulated'] {
  if (!isJsonObject(observed)) return 'some'
  const { routes, simulated_enclave_routes: count } = observed
  if (count === 0) return 'none'
  return isJsonObject(routes) && routes['tee'] === count ? 'all' : 'some'
}
