import * as Type from 'typebox'

// What the paths of end-to-end encryption are asked with; each description completes "must be …".

const model = Type.String({ minLength: 1, description: 'the name of one model' })
const digits = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: '64 lowercase hex digits',
})

export const KeyQuerySchema = Type.Object({
  model,
  nonce: Type.Optional(digits),
  keyset: Type.Optional(
    Type.String({
      pattern: '^sha256:[0-9a-f]{64}$',
      description: 'the digest of a replica’s keyset, sha256:<64 hex>, where several answer',
    }),
  ),
})

export const SessionQuerySchema = Type.Object({
  model,
  id: digits,
  collateral: Type.Optional(
    Type.String({
      description:
        'any value: the answer is then {"collateral", "session"}, so that you can judge the host’s own quote',
    }),
  ),
})
