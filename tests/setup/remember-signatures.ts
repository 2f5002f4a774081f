import { registerHooks } from 'node:module'

// For workers whose modules Node itself loads: they share what remembering-curves.ts remembers.

const remembering = new URL('remembering-curves.ts', import.meta.url).href

registerHooks({
  resolve: (name, context, next) =>
    name === '@noble/curves/nist.js'
      ? { url: remembering, shortCircuit: true }
      : next(name, context),
})
