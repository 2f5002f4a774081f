import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'

// The bundler takes KaTeX's strokes out of its sources. Node strips no types of what is in node_modules.

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('/katex/src/svgGeometry.ts')) return nextLoad(url, context)
    const source = stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'))
    return { format: 'module', source, shortCircuit: true }
  },
})
