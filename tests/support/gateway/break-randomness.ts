import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Preloaded into a gateway: once it listens, it fails in a way that names what it was doing.
const real = crypto.randomBytes
let calls = 0
crypto.randomBytes = ((size: number) => {
  calls += 1
  // The first ones make the padding of streams, the signing key and the key of the address digests.
  if (calls > 3) throw new Error('canary-prompt-6b1f')
  return real(size)
}) as typeof crypto.randomBytes
syncBuiltinESMExports()
