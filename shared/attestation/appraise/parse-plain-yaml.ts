import { CST, Lexer, parseDocument, visit } from 'yaml'
import { FormatError } from '../../errors.ts'
import * as composeReasons from '../../words/english/evidence/compose-reasons.ts'

/** Characters of a compose file that are read; the files that are in use have some thousands. */
const longestText = 256 * 1024

/** Control characters, byte order marks and the line ends of YAML 1.1; of all these only U+000A stands. */
const unreadable = /[^\n\P{C}]|[\u2028\u2029]/u

/** Tokens by which a text could say one thing here and another to a reader of another version. */
const refusedTokens: ReadonlySet<string> = new Set([
  'anchor',
  'alias',
  'tag',
  'directive-line',
  'doc-end',
  'explicit-key-ind',
  'byte-order-mark',
  'error',
])

/** Escapes that every version of YAML reads alike. */
const escapes = /\\(?:["\\nt]|$)/gu

/**
 * One YAML document without anchors, tags, merges, directives or unusual escapes: what dstack's own reader
 * of YAML 1.1 and this one of 1.2 understand alike.
 * @throws {FormatError} REPORT_MALFORMED
 */
export function parsePlainYaml(text: string): unknown {
  if (text.length > longestText) throw refused(composeReasons.tooLong(longestText))
  if (unreadable.test(text)) throw refused(composeReasons.control)
  try {
    refuseTokens(text)
    return parsePlain(text)
  } catch (error) {
    if (error instanceof FormatError) throw error
    // The reader's own errors repeat the text; a stack that overflowed is one, too.
    throw refused(composeReasons.noYaml)
  }
}

function refuseTokens(text: string): void {
  let isContent = false
  for (const token of new Lexer().lex(text)) {
    const type: string = isContent ? 'scalar' : (CST.tokenType(token) ?? 'error')
    // The lexer marks the text of a plain or block scalar by a token of its own before it.
    isContent = !isContent && type === 'scalar'
    if (refusedTokens.has(type)) throw refused(composeReasons.token(type))
    if (type === 'double-quoted-scalar' && token.replace(escapes, '').includes('\\')) {
      throw refused(composeReasons.escape)
    }
  }
}

function parsePlain(text: string): unknown {
  const document = parseDocument(text, {
    version: '1.2',
    merge: false,
    uniqueKeys: true,
    stringKeys: true,
    prettyErrors: false,
    // The option `silent` would accept a second document.
    logLevel: 'error',
  })
  if (document.errors.length > 0 || document.warnings.length > 0)
    throw refused(composeReasons.noYaml)
  visit(document, {
    Pair(_key, { key }) {
      if (String(key) === '<<') throw refused(composeReasons.mergeKey)
    },
  })
  return document.toJS({ maxAliasCount: 0 })
}

function refused(why: string): FormatError {
  return new FormatError('REPORT_MALFORMED', composeReasons.composeFile(why))
}
