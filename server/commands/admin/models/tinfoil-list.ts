import * as Type from 'typebox'
import {
  isTinfoilHost,
  isTinfoilRepository,
} from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { checkShape } from '#shared/check-shape.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { OpenObject } from '#shared/open-object.ts'
import { modelsWords as words } from '#shared/words/english/programs/models-words.ts'
import type { ModelList } from './model-list.ts'

const ListSchema = Type.Object({ models: OpenObject })
const ModelSchema = Type.Object({ repo: Type.String(), enclaves: OpenObject })

/** What Tinfoil's router says of the enclaves behind it. */
export function tinfoilList(service = 'https://inference.tinfoil.sh'): ModelList {
  return {
    provider: words.tinfoil,
    service,
    path: '/.well-known/tinfoil-proxy',
    read(bytes) {
      const { models } = shaped(parseJsonObject(bytes, parseUtf8).value, ListSchema)
      return Object.entries(models).map(([name, model]) => {
        const { repo: repository, enclaves } = shaped(model, ModelSchema)
        return { name, hosts: Object.keys(enclaves), members: { repository } }
      })
    },
    refuses({ members: { repository = '' } }, host) {
      if (!isTinfoilRepository(repository, 'model')) return words.noRepository
      return isTinfoilHost(host, 'model') ? null : words.noHost(words.tinfoil)
    },
  }
}

function shaped<Schema extends Type.TSchema>(value: unknown, schema: Schema): Type.Static<Schema> {
  return checkShape(value, { schema, code: 'EVIDENCE_MALFORMED', name: 'the list of models' })
}
