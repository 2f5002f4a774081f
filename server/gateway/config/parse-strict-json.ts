import { printParseErrorCode, visit, type ParseError } from 'jsonc-parser'
import { ConfigError } from '../common/config-error.ts'

/**
 * JSON as the standard has it, with each member once.
 * @param source the file's path, for messages
 * @throws {ConfigError} with the line and the column, counted from 1. Only names of members are repeated.
 */
export function parseStrictJson(text: string, source: string): unknown {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text
  const problem = firstProblem(plain)
  if (problem !== null) throw new ConfigError(source, problem.problem, problem.fix)
  try {
    return JSON.parse(plain) as unknown
  } catch {
    throw new ConfigError(source, 'is not JSON', 'Look for a missing comma, quote or brace')
  }
}

interface Problem {
  readonly problem: string
  readonly fix: string
}

const fixes: Readonly<Record<string, string>> = {
  CommaExpected: 'A comma is missing before this place',
  ColonExpected: 'A colon is missing before this place',
  ValueExpected: 'A value is missing here, or the comma before it is one too many',
  PropertyNameExpected: 'The name of a member, in double quotes, is missing here',
  CloseBraceExpected: 'A closing brace is missing here',
  CloseBracketExpected: 'A closing bracket is missing here',
  EndOfFileExpected: 'There is text after the end of the JSON',
  InvalidCommentToken: 'Comments are not JSON: leave them out',
  UnexpectedEndOfString: 'The closing quote of a text is missing',
  InvalidEscapeCharacter: 'Write a backslash in a text as two',
  InvalidNumberFormat: 'JSON has no such number',
}

function firstProblem(text: string): Problem | null {
  let first: Problem | null = null
  const seen: Set<string>[] = []
  visit(
    text,
    {
      onObjectBegin: () => void seen.push(new Set()),
      onObjectEnd: () => void seen.pop(),
      onObjectProperty(name, ...[, , line, column]) {
        const names = seen.at(-1)
        if (names?.has(name)) {
          first ??= {
            problem: `${JSON.stringify(name)} is twice in the same object, again at line ${line + 1}, column ${column + 1}`,
            fix: 'Remove one of the two',
          }
        }
        names?.add(name)
      },
      onError(error: ParseError['error'], ...[, , line, column]) {
        first ??= {
          problem: `is not JSON: line ${line + 1}, column ${column + 1}`,
          fix: fixes[printParseErrorCode(error)] ?? 'Look for a missing comma, quote or brace',
        }
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  )
  return first
}
