import * as Type from 'typebox'
import { checkShape } from '../check-shape.ts'
import * as svcProblems from '../words/english/formats/svc-problems.ts'

const TraitsSchema = Type.Object({
  data: Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: Type.String(),
  }),
})
const ModelsSchema = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) })

/**
 * The model that each trait stands for, as the gateway says. A name that is a model's id stands for itself,
 * whatever the traits say.
 * @param traits answer of `GET /v1/models/traits`
 * @param models answer of `GET /v1/models`
 * @throws {FormatError} TRAITS_MALFORMED
 */
export function parseTraits(traits: unknown, models: unknown): ReadonlyMap<string, string> {
  const code = 'TRAITS_MALFORMED'
  const listed = checkShape(traits, TraitsSchema, svcProblems.traits, code)
  const { data } = checkShape(models, ModelsSchema, svcProblems.models, code)
  const ids = new Set(data.map(({ id }) => id))
  return new Map(Object.entries(listed.data).filter(([name]) => !ids.has(name)))
}
