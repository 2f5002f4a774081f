import * as Type from 'typebox'
import { OpenObject } from '#shared/open-object.ts'
import { modelsWords as words } from '#shared/words/english/programs/models-words.ts'
import { isChuteId } from '../../../gateway/upstreams/bought/chutes/chutes-config.ts'
import type { ModelList } from './model-list.ts'
import { readShape } from './read-shape.ts'

const ListSchema = Type.Object({ data: Type.Array(OpenObject, { maxItems: 4096 }) })
const ModelSchema = Type.Object({ id: Type.String(), chute_id: Type.String() })

const host = 'api.chutes.ai'

/** Models of Chutes whose instances are enclaves; the same service lists others. */
export function chutesList(service = 'https://llm.chutes.ai'): ModelList {
  return {
    provider: words.chutes,
    service,
    path: '/v1/models',
    read(bytes) {
      const { data } = readShape(bytes, ListSchema)
      return data
        .filter(({ confidential_compute: isEnclave }) => isEnclave === true)
        .map((model) => {
          const { id: name, chute_id } = readShape(model, ModelSchema)
          return { name, hosts: [host], members: { chute_id } }
        })
    },
    address: () => `https://${host}`,
    mustPin: true,
    refuses: ({ members: { chute_id = '' } }) => (isChuteId(chute_id) ? null : words.noChute),
  }
}
