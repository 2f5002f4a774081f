import { writeSync } from 'node:fs'
import { openSqliteStore } from '../../../../server/gateway/store/sqlite.ts'

// A process of its own that writes to the database it is given until it is killed: <database> <round>.
// It prints a line for each change that the store has acknowledged, and only then.
const [path = '', round = ''] = process.argv.slice(2)
const store = openSqliteStore(path)
const acknowledge = (...words: readonly string[]) => writeSync(1, `${words.join(' ')}\n`)

for (let count = 0; ; count++) {
  const id = `${round}-${count}`
  await store.createKey(
    { id, plan: 'free', planUntil: null, createdAt: id, revokedAt: null, usedOn: '2026-01-01' },
    `first-${id}`,
  )
  acknowledge('key', id)
  await store.createVoucher(
    { id, plan: 'paid', days: null, createdAt: id, redeemedAt: null },
    `code-${id}`,
  )
  acknowledge('voucher', id)
  await store.rotateKey(id, `second-${id}`)
  acknowledge('rotated-key', id)
  await store.redeemVoucher({
    codeDigest: `code-${id}`,
    keyId: id,
    at: id,
    raise: () => ({ plan: 'paid', planUntil: null }),
  })
  acknowledge('redeemed', id)
  const from = new Date(Number(round) * 1_000_000_000 + count).toISOString()
  await store.rotateSigner({ address: `0x${id}`, from })
  acknowledge('signer', id)
}
