import * as Type from 'typebox'
import { modelsWords as words } from '#shared/words/english/programs/models-words.ts'
import { isNearHost } from '../../../gateway/upstreams/bought/near/near-hosts.ts'
import type { ProviderModel, ModelList } from './model-list.ts'
import { readShape } from './read-shape.ts'

const EndpointsSchema = Type.Object({
  endpoints: Type.Array(
    Type.Object({ domain: Type.String(), models: Type.Array(Type.String(), { maxItems: 256 }) }),
    { maxItems: 1024 },
  ),
})

/** NEAR AI's hosts, each with its models. */
export function nearList(service = 'https://completions.near.ai'): ModelList {
  return {
    provider: words.near,
    service,
    path: '/endpoints',
    read(bytes) {
      const { endpoints } = readShape(bytes, EndpointsSchema)
      const hosts = new Map<string, string[]>()
      for (const { domain, models } of endpoints) {
        for (const model of models) hosts.set(model, [...(hosts.get(model) ?? []), domain])
      }
      return [...hosts].map(([name, of]): ProviderModel => ({ name, hosts: of, members: {} }))
    },
    address: (host) => `https://${host}/v1`,
    refuses: (_model, host) => (isNearHost(host) ? null : words.noHost(words.near)),
  }
}
