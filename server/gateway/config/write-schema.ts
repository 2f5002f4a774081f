import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configJsonSchema } from './config-json-schema.ts'

// `npm run generate:schema`, after a change of a schema.

const path = join(import.meta.dirname, 'gateway.config.schema.json')
const text = JSON.stringify(configJsonSchema, null, 2)
// A reference takes one line.
writeFileSync(path, `${text.replaceAll(/\{\s+("\$ref": "[^"]+")\s+\}/g, '{ $1 }')}\n`)
