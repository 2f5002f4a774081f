import * as Type from 'typebox'

/** Any object; what its members are is looked at elsewhere. (`Type.Record` would double TypeBox's part of a page.) */
export const OpenObject = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' })
