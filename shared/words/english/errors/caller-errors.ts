/** What the gateway says about keys, vouchers, budgets, and who may ask. */
export const callerErrors = {
  noVoucher: 'No voucher has this code.',
  voucherRedeemed: 'Somebody has redeemed this voucher already.',
  voucherNotNeeded:
    'The key has this plan already, for as long or longer. The gateway did not use the voucher.',
  noKey: 'Send the key as Authorization: Bearer.',
  unknownKey:
    'The key is unknown or revoked. Send a key made with POST /api/keys; to ask without a key, send no Authorization header, or the key “none”.',
  notLocalhost:
    'Without a key, this gateway answers only requests to localhost. Behind a proxy, the operator must set TRUST_PROXY.',
  otherOrigin:
    'A web page of another origin needs a key. The operator can also add the origin to ALLOW_ORIGIN.',
  spent: (limit: number, what: string, window: string) =>
    `The budget of ${limit} ${what} a ${window} is spent.`,
  minuteOfAddress: (limit: number) =>
    `The budget of this address, ${limit} requests a minute, is spent.`,
  keysOfAddress: (limit: number) => `The budget of this address, ${limit} keys a day, is spent.`,
} as const
