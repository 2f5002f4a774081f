import * as Type from 'typebox'
import {
  isTinfoilHost,
  isTinfoilRepository,
} from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import { OpenObject } from '#shared/open-object.ts'
import { modelsWords as words } from '#shared/words/english/programs/models-words.ts'
import type { ModelList } from './model-list.ts'
import { readShape } from './read-shape.ts'

const ListSchema = Type.Object({ models: OpenObject })
const ModelSchema = Type.Object({ repo: Type.String(), enclaves: OpenObject })

/** What Tinfoil's router says of the enclaves behind it. */
export function tinfoilList(service = 'https://inference.tinfoil.sh'): ModelList {
  return {
    provider: words.tinfoil,
    service,
    path: '/.well-known/tinfoil-proxy',
    read(bytes) {
      const { models } = readShape(bytes, ListSchema)
      return Object.entries(models).map(([name, model]) => {
        const { repo: repository, enclaves } = readShape(model, ModelSchema)
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
