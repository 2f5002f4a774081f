/** As a caller sends it: nothing about its keywords is known. */
export type JsonSchema = { readonly [keyword: string]: unknown }
