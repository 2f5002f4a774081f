import * as Type from 'typebox'
import { modelsWords as words } from '#shared/words/english/programs/models-words.ts'
import { isEncryptedModel } from '../../../gateway/upstreams/bought/venice/venice-model.ts'
import type { ModelList } from './model-list.ts'
import { readShape } from './read-shape.ts'

const ListSchema = Type.Object({
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

const host = 'api.venice.ai'

/** Venice's models with encryption. */
export function veniceList(service = `https://${host}`): ModelList {
  return {
    provider: words.venice,
    service,
    path: '/api/v1/models',
    read(bytes) {
      const { data } = readShape(bytes, ListSchema)
      return data
        .filter(({ model_spec: spec }) => spec?.capabilities?.supportsE2EE === true)
        .map(({ id: name }) => ({ name, hosts: [host], members: {} }))
    },
    address: () => `https://${host}/api/v1`,
    refuses: ({ name }) => (isEncryptedModel(name) ? null : words.notEncrypted),
  }
}
