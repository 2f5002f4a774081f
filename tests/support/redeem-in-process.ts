import { openSqliteStore } from '../../server/store/sqlite.ts'

// A process of its own that redeems a voucher: <database> <code digest> <key id>. Prints the outcome.
const [path = '', codeDigest = '', keyId = ''] = process.argv.slice(2)
const store = openSqliteStore(path)
const { outcome } = await store.redeemVoucher({
  codeDigest,
  keyId,
  at: new Date().toISOString(),
  raise: () => ({ plan: 'paid', planUntil: null }),
})
process.stdout.write(outcome)
