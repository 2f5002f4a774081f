import { compareModes, type Mode } from '#shared/modes.ts'
import type { Upstream } from '../common/upstream.ts'

export interface Route {
  readonly mode: Mode
  readonly upstream: Upstream
  /** The model's name at this upstream. */
  readonly upstreamModel: string
  /** Its share of the requests, among the routes of its model and mode. */
  readonly weight: number
}

export interface Model {
  readonly id: string
  readonly ownedBy: string
  readonly createdSeconds: number
  /** Least plan that may use it, or null for everybody. */
  readonly plan: string | null
  readonly contentPolicy: 'standard' | 'uncensored'
  readonly contextLength: number | null
  /** Whether it answers, or makes vectors. */
  readonly task: 'chat' | 'embeddings'
  /** Names out of other catalogues that it may be asked for by. */
  readonly aliases: readonly string[]
  /** Strongest mode first. */
  readonly routes: readonly Route[]
}

export interface Catalogue {
  readonly models: ReadonlyMap<string, Model>
  /** Stable name, or alias → model id. */
  readonly traits: ReadonlyMap<string, string>
}

export interface Resolved {
  readonly model: Model
  /** The trait or alias that was asked for, or null when a model id was. */
  readonly viaTrait: string | null
}

/** The model behind an id, a trait or an alias, or null. */
export function resolveModel(catalogue: Catalogue, name: string): Resolved | null {
  const model = catalogue.models.get(name)
  if (model) return { model, viaTrait: null }
  const traitModel = catalogue.models.get(catalogue.traits.get(name) ?? '')
  return traitModel ? { model: traitModel, viaTrait: name } : null
}

/** Whether clients can encrypt to an enclave that serves it. */
export function isSealable(model: Model): boolean {
  return model.routes.some(
    ({ upstream: { enclave } }) =>
      enclave !== null && (enclave.door !== null || enclave.bodyDoor !== null),
  )
}

/** All modes the model has a route for, strongest first. An enclave that clients encrypt to serves the relay as well. */
export function modesOf(model: Model): readonly Mode[] {
  const modes = new Set<Mode>(model.routes.map((route) => route.mode))
  if (isSealable(model)) modes.add('e2ee')
  return [...modes].toSorted((a, b) => compareModes(b, a))
}

/** The mode a chat completion would be delivered in now, or null when no route can serve. */
export function modeNow({ routes }: Model): Mode | null {
  const serves = ({ mode, upstream }: Route) => mode !== 'e2ee' && upstream.availability().available
  return routes.find(serves)?.mode ?? null
}
