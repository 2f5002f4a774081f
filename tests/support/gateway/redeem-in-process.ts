import { openStore } from '../../../server/gateway/store/store-registry.ts'

// A process of its own that redeems a voucher: <address of the store> <code digest> <key id>. Prints the outcome.
const [address = '', codeDigest = '', keyId = ''] = process.argv.slice(2)
const store = await openStore(address)
const { outcome } = await store.redeemVoucher({
  codeDigest,
  keyId,
  at: new Date().toISOString(),
  raise: () => ({ plan: 'paid', planUntil: null }),
})
process.stdout.write(outcome)
await store.close()
