import { registerHooks } from 'node:module'
import { plantRoot } from './planted-root.ts'

// node --import: the program that is started holds the root in PLANTED_ROOT for Intel's, as sources or as one file.

const planted = process.env['PLANTED_ROOT'] ?? ''

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!/\/shared\/attestation\/|\/dist\/programs\//.test(url)) return loaded
    const { source } = loaded
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
    return { ...loaded, source: plantRoot(text, planted) }
  },
})
