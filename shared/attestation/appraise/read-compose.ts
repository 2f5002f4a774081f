import { utf8ToBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../errors.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import * as composeReasons from '../../words/english/evidence/compose-reasons.ts'
import { isMembers, type Members } from './member-rules.ts'
import { parsePlainYaml } from './parse-plain-yaml.ts'

export interface Compose {
  readonly app: Members
  /** The docker compose document, and its text. */
  readonly file: Members
  readonly text: string
  readonly services: readonly (readonly [name: string, members: Members])[]
}

/** An app-compose file and the compose document in it, or a sentence why they cannot be read. */
export function readCompose(appCompose: string): Compose | string {
  try {
    const { value: app } = parseJsonObject(utf8ToBytes(appCompose))
    const text = app['docker_compose_file']
    if (typeof text !== 'string') return composeReasons.noComposeFile
    const file = parsePlainYaml(text)
    const found = isMembers(file) ? file['services'] : undefined
    if (!isMembers(file) || !isMembers(found)) return composeReasons.noServices
    const services = Object.entries(found).map(([name, each]) =>
      isMembers(each) ? ([name, each] as const) : name,
    )
    const empty = services.find((each) => typeof each === 'string')
    if (empty !== undefined) return composeReasons.emptyService(empty)
    if (services.length === 0) return composeReasons.noServices
    return { app, file, text, services: services as Compose['services'] }
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
}
