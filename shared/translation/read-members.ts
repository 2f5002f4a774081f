import type { Json } from '../canonical-json.ts'
import { isGiven, isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as translationProblems from '../words/english/errors/translation-problems.ts'
import { UnsupportedMember } from './unsupported-member.ts'

const noWords = translationProblems.loss

/** @param path of the value, as errors name it @throws {UnsupportedMember} */
export function cannotTranslate(path: string): never {
  throw new UnsupportedMember(path, noWords)
}

/** Refuses members that are not known, but for those that say nothing. @throws {UnsupportedMember} */
export function onlyMembers(object: JsonObject, known: readonly string[], path: string): void {
  for (const [name, value] of Object.entries(object)) {
    if (value !== null && !known.includes(name)) cannotTranslate(below(path, name))
  }
}

export function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** @throws {UnsupportedMember} */
export function objectAt(value: Json | undefined, path: string): JsonObject {
  return isJsonObject(value) ? value : cannotTranslate(path)
}

/** @throws {UnsupportedMember} */
export function textAt(value: Json | undefined, path: string): string {
  return typeof value === 'string' ? value : cannotTranslate(path)
}

/** An empty one where it is absent. @throws {UnsupportedMember} */
export function listAt(value: Json | undefined, path: string): readonly Json[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? (value as readonly Json[]) : cannotTranslate(path)
}

/** Members that mean the same in chat. */
export function copied(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = from[name]
      return isGiven(value) ? [[name, value]] : []
    }),
  )
}
