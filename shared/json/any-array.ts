import * as Type from 'typebox'

/** An array of whatever: of `Array(Unknown())` every item is looked at, which takes long for very many. */
export const AnyArray = Type.Unsafe<readonly unknown[]>({ type: 'array' })
