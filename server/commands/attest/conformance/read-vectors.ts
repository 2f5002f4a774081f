import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as Type from 'typebox'
import { parse } from 'yaml'
import { checkShape } from '#shared/check-shape.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { OpenObject } from '#shared/open-object.ts'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'

/** One case of the conformance suite: what goes in, and whether it must be accepted. */
export interface Vector {
  readonly name: string
  /** `verify-sigstore`, `verify-attestation-sev` and the like. */
  readonly stage: string
  readonly input: JsonObject
  readonly mustAccept: boolean
}

const ExpectedSchema = Type.Object({ stage: Type.String(), accepted: Type.Boolean() })
const ManifestSchema = Type.Object({
  stage: Type.String(),
  expects: Type.Object({ exit_code: Type.Integer() }),
})
const CasesSchema = Type.Object({ cases: OpenObject })
const CaseSchema = Type.Object({ input: OpenObject, expected: ExpectedSchema })

/**
 * Cases of a checkout of the suite (`vectors/<stage>/<case>/`), or of one file that holds several.
 * @throws {FormatError}
 */
export function readVectors(path: string): readonly Vector[] {
  if (!statSync(path).isDirectory()) return readFileOfCases(path)
  const root = existsSync(join(path, 'vectors')) ? join(path, 'vectors') : path
  const folders = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((each) => each.endsWith('manifest.yaml'))
    .map((each) => each.slice(0, -'/manifest.yaml'.length))
    .toSorted((a, b) => (a < b ? -1 : 1))
  return folders.map((name) => {
    const manifest = shaped(
      parse(readFileSync(join(root, name, 'manifest.yaml'), 'utf8')),
      ManifestSchema,
    )
    const { value: input } = parseJsonObject(readFileSync(join(root, name, 'input.json')))
    const { stage, expects } = manifest
    return { name, stage, input, mustAccept: expects.exit_code === 0 }
  })
}

function readFileOfCases(path: string): readonly Vector[] {
  const { cases } = shaped(parseJsonObject(readFileSync(path)).value, CasesSchema)
  return Object.entries(cases).map(([name, each]) => {
    const { input, expected } = shaped(each, CaseSchema)
    return {
      name,
      stage: expected.stage,
      input: input as JsonObject,
      mustAccept: expected.accepted,
    }
  })
}

function shaped<Schema extends Type.TSchema>(value: unknown, schema: Schema): Type.Static<Schema> {
  return checkShape(value, schema, recordingWords.suite)
}
