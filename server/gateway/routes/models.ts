import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import type { FastifyInstance } from 'fastify'
import { isSealable, modeNow, modesOf, type Catalogue, type Model } from '../catalogue/catalogue.ts'
import { GatewayError } from '../common/errors.ts'
import { describe } from '../http/openapi/operations.ts'

/** `GET /v1/models`, `/v1/models/traits`, `/v1/models/{id}`, also without `/v1`. */
export function addModels(
  app: FastifyInstance,
  { catalogue }: { readonly catalogue: Catalogue },
): void {
  for (const prefix of ['/v1', '']) {
    app.get(`${prefix}/models`, describe('models', `${prefix}/models`), () => modelList(catalogue))
    app.get(`${prefix}/models/traits`, describe('traits', `${prefix}/models/traits`), () => ({
      object: 'list',
      data: Object.fromEntries(catalogue.traits),
    }))
    app.get<{ Params: { '*': string } }>(
      `${prefix}/models/*`,
      describe('model', `${prefix}/models/*`),
      (request) => {
        const name = request.params['*']
        const model = catalogue.models.get(name)
        if (model) return modelEntry(model)
        // A client asks for the name that it knows; what it gets is named as it is.
        for (const each of catalogue.models.values()) {
          if (each.aliases.includes(name)) return modelEntry(each)
        }
        throw new GatewayError('model_not_found', requestErrors.noSuchModel)
      },
    )
  }
}

function modelList(catalogue: Catalogue) {
  const models = [...catalogue.models.values()]
  return {
    object: 'list',
    count: models.length,
    sealable: models.filter(isSealable).length,
    data: models.map(modelEntry),
  }
}

function modelEntry(model: Model) {
  return {
    id: model.id,
    object: 'model',
    created: model.createdSeconds,
    owned_by: model.ownedBy,
    svc: {
      /** What an answer would be delivered in now; null when no route can serve. */
      mode: modeNow(model),
      modes: modesOf(model),
      sealable: isSealable(model),
      plan: model.plan,
      content_policy: model.contentPolicy,
      task: model.task,
      context_length: model.contextLength,
      aliases: model.aliases,
    },
  }
}
