import { configProblems } from '#shared/words/english/configuration/config-problems.ts'
import { compareModes } from '#shared/modes.ts'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
import { ConfigError } from '../common/config-error.ts'
import type { GatewayConfig, ModelConfig } from '../config/gateway-config-schema.ts'
import type { Upstream } from '../common/upstream.ts'
import type { Catalogue, Model, Route } from './catalogue.ts'
import { shippedModels, shippedTraits } from './shipped-models.ts'

/**
 * The catalogue is what the configured upstreams serve: a model without a route is not listed.
 * @throws {ConfigError} for a model, trait, alias or plan name that nothing defines.
 */
export function buildCatalogue(
  config: GatewayConfig,
  upstreams: ReadonlyMap<string, Upstream>,
): Catalogue {
  const routes = collectRoutes(config, upstreams)
  const known = new Map<string, ModelConfig>()
  for (const model of [...shippedModels, ...(config.models ?? [])]) known.set(model.id, model)
  for (const { id } of config.models ?? []) {
    if (!routes.has(id)) {
      throw new ConfigError(`models "${id}"`, mismatchWords.noUpstream, configProblems.nameOrRemove)
    }
  }

  const shippedOrder = [...known.keys()].filter((id) => routes.has(id))
  const others = [...routes.keys()].filter((id) => !known.has(id))
  const models = new Map<string, Model>()
  for (const id of [...shippedOrder, ...others]) {
    models.set(id, toModel(known.get(id) ?? { id }, routes.get(id) ?? [], aliasesOf(config, id)))
  }
  const traits = collectTraits(config, models)
  return { models, traits: new Map([...traits, ...collectAliases(config, models, traits)]) }
}

function collectRoutes(
  config: GatewayConfig,
  upstreams: ReadonlyMap<string, Upstream>,
): Map<string, Route[]> {
  const routes = new Map<string, Route[]>()
  for (const { id, models, weight = 1 } of config.upstreams) {
    const upstream = upstreams.get(id)
    if (!upstream) continue
    for (const [modelId, upstreamModel] of Object.entries(models)) {
      const list = routes.get(modelId) ?? []
      list.push({ mode: upstream.mode, upstream, upstreamModel, weight })
      routes.set(modelId, list)
    }
  }
  for (const list of routes.values()) list.sort((a, b) => compareModes(b.mode, a.mode))
  return routes
}

function collectTraits(
  config: GatewayConfig,
  models: ReadonlyMap<string, Model>,
): Map<string, string> {
  if (config.traits === undefined) {
    return new Map(Object.entries(shippedTraits).filter(([, id]) => models.has(id)))
  }
  for (const [trait, id] of Object.entries(config.traits)) {
    if (models.has(trait)) {
      throw new ConfigError(`traits "${trait}"`, configProblems.isModel, configProblems.otherName)
    }
    if (!models.has(id)) {
      throw new ConfigError(
        `traits "${trait}"`,
        configProblems.notInCatalogue(id),
        configProblems.nameServed,
      )
    }
  }
  return new Map(Object.entries(config.traits))
}

function aliasesOf({ aliases = {} }: GatewayConfig, id: string): readonly string[] {
  return Object.keys(aliases).filter((alias) => aliases[alias] === id)
}

function collectAliases(
  { aliases = {} }: GatewayConfig,
  models: ReadonlyMap<string, Model>,
  traits: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] {
  for (const [alias, id] of Object.entries(aliases)) {
    if (models.has(alias) || traits.has(alias)) {
      const what = models.has(alias) ? mismatchWords.modelId : 'trait'
      throw new ConfigError(
        `aliases "${alias}"`,
        configProblems.isAlso(what),
        configProblems.otherName,
      )
    }
    if (!models.has(id)) {
      throw new ConfigError(
        `aliases "${alias}"`,
        configProblems.notInCatalogue(id),
        configProblems.nameServed,
      )
    }
  }
  return Object.entries(aliases)
}

function toModel(facts: ModelConfig, routes: readonly Route[], aliases: readonly string[]): Model {
  return {
    id: facts.id,
    ownedBy: facts.owned_by ?? 'operator',
    createdSeconds: facts.created ?? 0,
    plan: facts.plan ?? null,
    contentPolicy: facts.content_policy ?? 'standard',
    contextLength: facts.context_length ?? null,
    task: facts.task ?? 'chat',
    aliases,
    routes,
  }
}
