export type Members = Readonly<Record<string, unknown>>

/** Whether a value is one that is understood; `Known` is what the rest of the document says. */
export type Rule<Known = unknown> = (value: unknown, known: Known) => boolean

export function isMembers(value: unknown): value is Members {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

export function oneOf(...values: readonly unknown[]): Rule {
  return (value) => values.includes(value)
}

export function listOf<Known>(rule: Rule<Known>): Rule<Known> {
  return (value, known) => Array.isArray(value) && value.every((each) => rule(each, known))
}

/** An object that has no members but these, each by its rule. */
export function closed<Known>(rules: Readonly<Record<string, Rule<Known>>>): Rule<Known> {
  return (value, known) => isMembers(value) && unknownMember(value, rules, known) === undefined
}

/** The first member that has no rule, or does not keep it. */
export function unknownMember<Known>(
  value: Members,
  rules: Readonly<Record<string, Rule<Known>>>,
  known: Known,
): string | undefined {
  return Object.entries(value).find(([name, member]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    return rule === undefined || !rule(member, known)
  })?.[0]
}
