import * as Type from 'typebox'
import {
  isTinfoilHost,
  isTinfoilRepository,
} from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import { checkShape } from '#shared/check-shape.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { OpenObject } from '#shared/open-object.ts'
import { modelsWords as words } from '#shared/words/english/programs/models-words.ts'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'
import { isChuteId } from '../../../gateway/upstreams/bought/chutes/chutes-config.ts'
import { isNearHost } from '../../../gateway/upstreams/bought/near/near-hosts.ts'
import { isEncryptedModel } from '../../../gateway/upstreams/bought/venice/venice-model.ts'
import type { ModelList, ProviderModel } from './model-list.ts'

/** The list of each kind of upstream that has one. @param service base address, for a simulation */
export const providerLists = {
  near: nearList,
  tinfoil: tinfoilList,
  venice: veniceList,
  chutes: chutesList,
} as const satisfies Readonly<Record<string, (service?: string) => ModelList>>

export type ListedKind = keyof typeof providerLists

export const listedKinds = Object.keys(providerLists) as readonly ListedKind[]

const NearSchema = Type.Object({
  endpoints: Type.Array(
    Type.Object({ domain: Type.String(), models: Type.Array(Type.String(), { maxItems: 256 }) }),
    { maxItems: 1024 },
  ),
})

/** NEAR AI's hosts, each with its models. */
function nearList(service = 'https://completions.near.ai'): ModelList {
  return {
    provider: words.near,
    service,
    path: '/endpoints',
    read(bytes) {
      const { endpoints } = readShape(bytes, NearSchema)
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

const TinfoilSchema = Type.Object({ models: OpenObject })
const EnclavesSchema = Type.Object({ repo: Type.String(), enclaves: OpenObject })

/** What Tinfoil's router says of the enclaves behind it. */
function tinfoilList(service = 'https://inference.tinfoil.sh'): ModelList {
  return {
    provider: words.tinfoil,
    service,
    path: '/.well-known/tinfoil-proxy',
    read(bytes) {
      const { models } = readShape(bytes, TinfoilSchema)
      return Object.entries(models).map(([name, model]) => {
        const { repo: repository, enclaves } = readShape(model, EnclavesSchema)
        return { name, hosts: Object.keys(enclaves), members: { repository } }
      })
    },
    address: (host) => `https://${host}/v1`,
    refuses({ members: { repository = '' } }, host) {
      if (!isTinfoilRepository(repository, 'model')) return words.noRepository
      return isTinfoilHost(host, 'model') ? null : words.noHost(words.tinfoil)
    },
  }
}

const VeniceSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      model_spec: Type.Optional(
        Type.Object({
          capabilities: Type.Optional(Type.Object({ supportsE2EE: Type.Optional(Type.Boolean()) })),
        }),
      ),
    }),
    { maxItems: 4096 },
  ),
})

const veniceHost = 'api.venice.ai'

/** Venice's models with encryption. */
function veniceList(service = `https://${veniceHost}`): ModelList {
  return {
    provider: words.venice,
    service,
    path: '/api/v1/models',
    read(bytes) {
      const { data } = readShape(bytes, VeniceSchema)
      return data
        .filter(({ model_spec: spec }) => spec?.capabilities?.supportsE2EE === true)
        .map(({ id: name }) => ({ name, hosts: [veniceHost], members: {} }))
    },
    address: () => `https://${veniceHost}/api/v1`,
    refuses: ({ name }) => (isEncryptedModel(name) ? null : words.notEncrypted),
  }
}

const ChutesSchema = Type.Object({ data: Type.Array(OpenObject, { maxItems: 4096 }) })
const ChuteSchema = Type.Object({ id: Type.String(), chute_id: Type.String() })

const chutesHost = 'api.chutes.ai'

/** Models of Chutes whose instances are enclaves; the same service lists others. */
function chutesList(service = 'https://llm.chutes.ai'): ModelList {
  return {
    provider: words.chutes,
    service,
    path: '/v1/models',
    read(bytes) {
      const { data } = readShape(bytes, ChutesSchema)
      return data
        .filter(({ confidential_compute: isEnclave }) => isEnclave === true)
        .map((model) => {
          const { id: name, chute_id } = readShape(model, ChuteSchema)
          return { name, hosts: [chutesHost], members: { chute_id } }
        })
    },
    address: () => `https://${chutesHost}`,
    mustPin: true,
    refuses: ({ members: { chute_id = '' } }) => (isChuteId(chute_id) ? null : words.noChute),
  }
}

/** A provider's list, or a part of one. @param value bytes of JSON text, or what stands in it @throws {FormatError} */
function readShape<Schema extends Type.TSchema>(
  value: unknown,
  schema: Schema,
): Type.Static<Schema> {
  const read = value instanceof Uint8Array ? parseJsonObject(value).value : value
  return checkShape(read, schema, recordingWords.modelList)
}
