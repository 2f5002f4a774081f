import { configProblems } from '#shared/words/english/configuration/config-problems.ts'
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
    throw new ConfigError(source, configProblems.notJson, configProblems.lookFor)
  }
}

interface Problem {
  readonly problem: string
  readonly fix: string
}

const fixes: Readonly<Record<string, string>> = {
  CommaExpected: configProblems.comma,
  ColonExpected: configProblems.colon,
  ValueExpected: configProblems.value,
  PropertyNameExpected: configProblems.member,
  CloseBraceExpected: configProblems.brace,
  CloseBracketExpected: configProblems.bracket,
  EndOfFileExpected: configProblems.textAfter,
  InvalidCommentToken: configProblems.comment,
  UnexpectedEndOfString: configProblems.quote,
  InvalidEscapeCharacter: configProblems.backslash,
  InvalidNumberFormat: configProblems.number,
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
            problem: configProblems.twiceInObject(JSON.stringify(name), line + 1, column + 1),
            fix: configProblems.removeOne,
          }
        }
        names?.add(name)
      },
      onError(error: ParseError['error'], ...[, , line, column]) {
        first ??= {
          problem: configProblems.notJsonAt(line + 1, column + 1),
          fix: fixes[printParseErrorCode(error)] ?? configProblems.lookFor,
        }
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  )
  return first
}
