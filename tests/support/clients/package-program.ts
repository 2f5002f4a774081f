import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** The program of try-package.ts as a module of JavaScript. */
export const packageProgram = stripTypeScriptTypes(
  readFileSync(join(import.meta.dirname, 'try-package.ts'), 'utf8'),
)

/** What it finds where all is well, before the demo. */
export const packageWorks = {
  states: Array.from({ length: 3 }, () => 'simulated'),
  flowing: true,
  refused: 'attestation_unavailable',
  judged: 'simulated',
  verified: 'verified',
  altered: 'commitment.response',
}
