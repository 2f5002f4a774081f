import { randomBytes } from 'node:crypto'
import type { Salt } from '#shared/commitment/salt.ts'

const saltBytes = 32
const saltsAtOnce = 128

/** Fresh salts; randomness is drawn for many at once, and each byte of it is used for one salt. */
export function createSaltSource(): () => Salt {
  let pool: Buffer = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === pool.length) {
      pool = randomBytes(saltBytes * saltsAtOnce)
      used = 0
    }
    const salt = pool.toString('hex', used, used + saltBytes)
    pool.fill(0, used, used + saltBytes)
    used += saltBytes
    return salt as Salt
  }
}
