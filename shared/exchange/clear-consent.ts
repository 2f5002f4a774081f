import { isAllowedInClear } from '../e2ee/in-clear/clear-fields.ts'

/**
 * What of a request may leave in clear, by name: `tools` for definitions, calls and results; any other member by its path without
 * indices, as in `messages[].name`. @returns the names that may not
 */
export type ClearConsent = (
  names: readonly string[],
) => readonly string[] | Promise<readonly string[]>

/** Asks a person, or whoever speaks for one, about names that nobody decided about. */
export type AskInClear = (names: readonly string[]) => boolean | Promise<boolean>

/**
 * Allows what was named beforehand. About the rest it asks, one question at a time, and keeps each answer.
 * @param ask left out: nothing else is allowed
 */
export function createClearConsent(named: readonly string[], ask?: AskInClear): ClearConsent {
  const allowed = new Set(named)
  const declined = new Set<string>()
  const refused = (names: readonly string[]) =>
    names.filter((name) => !isAllowedInClear(name, allowed))
  if (ask === undefined) return refused
  let turn: Promise<unknown> = Promise.resolve()

  async function decide(names: readonly string[]): Promise<readonly string[]> {
    const open = refused(names).filter((name) => !declined.has(name))
    if (open.length > 0) {
      const answers = (await ask?.(open)) === true ? allowed : declined
      for (const name of open) answers.add(name)
    }
    return refused(names)
  }

  return (names) => {
    const decided = turn.then(() => decide(names))
    turn = decided.catch(() => {})
    return decided
  }
}
