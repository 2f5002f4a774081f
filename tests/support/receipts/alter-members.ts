type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly [name: string]: Value }

const otherForms: readonly Value[] = [null, true, -1, 0.5, '', [], {}]

/** A document with one change, and what was changed. */
interface Altered {
  readonly what: string
  readonly document: unknown
}

interface Changed extends Altered {
  readonly document: Value
}

/**
 * Every document that differs from this one in one place: a member, at any depth, is absent or of another form, or an
 * object or a list has one more. Of the items of a list the first is changed.
 */
export function alterMembers(document: unknown): readonly Altered[] {
  return changesOf(document as Value, '')
}

function changesOf(value: Value, path: string): readonly Changed[] {
  if (value === null || typeof value !== 'object') return []
  return isList(value) ? changesOfList(value, path) : changesOfObject(value, path)
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

function changesOfList(list: readonly Value[], path: string): readonly Changed[] {
  const [first, ...rest] = list
  const inFirst = first === undefined ? [] : changesOf(first, `${path}/0`)
  return [
    ...inFirst.map(({ what, document }) => ({ what, document: [document, ...rest] })),
    ...otherForms.map((other) => ({
      what: `${path} has one more: ${JSON.stringify(other)}`,
      document: [...list, other],
    })),
  ]
}

function changesOfObject(
  object: Readonly<Record<string, Value>>,
  path: string,
): readonly Changed[] {
  const ofMembers = Object.entries(object).flatMap(([name, member]): readonly Changed[] => {
    const { [name]: _absent, ...rest } = object
    const at = `${path}/${name}`
    const others = otherForms.filter((other) => JSON.stringify(other) !== JSON.stringify(member))
    return [
      { what: `${at} is absent`, document: rest },
      ...[
        ...others.map((other) => ({ what: `${at} is ${JSON.stringify(other)}`, document: other })),
        ...changesOf(member, at),
      ].map(({ what, document }) => ({ what, document: { ...object, [name]: document } })),
    ]
  })
  return [
    { what: `${path} has one more`, document: { ...object, surplus_member: 1 } },
    ...ofMembers,
  ]
}
