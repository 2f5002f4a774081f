import type { Claim } from '../claims.ts'

export const receiptClaims = {
  'receipt.digest': {
    user: 'The receipt was not altered after it was signed.',
    auditor: 'sha256(JCS(body)) equals the digest that the signature covers.',
    source: 'spec.md, Receipt; Authentication 5',
  },
  'receipt.signature': {
    user: 'Whoever holds the signing key signed this receipt.',
    auditor: 'EIP-191 recovery over the 64-character digest gives the address in `signer`.',
    source: 'spec.md, Authentication 5',
  },
  'receipt.signer': {
    user: 'The gateway you named signed it, with a key that was in use at that time.',
    auditor:
      'The recovered address is the published signer, or a retired one whose dates contain issuedAt, and it was not revoked from a time before.',
    source: 'spec.md, Authentication 6; design.md section 3, GET /api/limits',
  },
  'receipt.time': {
    user: 'It was not signed for a time that is still to come.',
    auditor: "issuedAt is at most 300 s ahead of the reader's clock.",
    source: 'shared/receipt/FORMAT.md',
  },
  'receipt.model': {
    user: 'It is signed for the model that was asked.',
    auditor:
      '`body.model` is the id in the request, or what the gateway lists for the trait in it.',
    source: 'shared/receipt/FORMAT.md',
  },
  'receipt.enclave': {
    user: 'The receipt names an enclave exactly when its mode needs one.',
    auditor: '`body.enclave` is present for tee and e2ee, and absent for anonymized and private.',
    source: 'design.md section 3, Receipt',
  },
  'receipt.hardware': {
    user: 'No simulated enclave is passed off as hardware.',
    auditor: '`body.enclave.verifiedBy` names a scheme rooted in the hardware vendor.',
    source: 'design.md section 2',
  },
  'svc.mode': {
    user: 'The mode shown is the mode that was signed.',
    auditor: '`svc.privacy_mode` equals the signed `body.mode`.',
    source: 'spec.md, The svc block',
  },
  'svc.label': {
    user: 'The words shown on the answer are the ones that belong to the signed mode.',
    auditor: '`svc.privacy_label` equals the label derived from the signed body.',
    source: 'design.md section 3, svc is spliced',
  },
  'svc.digest': {
    user: 'The answer and its receipt belong together.',
    auditor: '`svc.receipt_digest` equals `svc.receipt.digest`.',
    source: 'spec.md, The svc block',
  },
  'commitment.prompt': {
    user: 'This is what was asked.',
    auditor: 'sha256(salts.prompt ":" JCS(messages)) equals body.promptCommit.',
    source: 'spec.md, Commitments',
  },
  'commitment.response': {
    user: 'This is what was answered.',
    auditor: 'sha256(salts.response ":" JCS(choices[0].message)) equals body.responseCommit.',
    source: 'spec.md, Commitments',
  },
  'e2ee.relayed': {
    user: 'What is called end-to-end encrypted did not come to this page in clear.',
    auditor: 'An answer of mode e2ee came from POST /api/e2ee/relay, and from nowhere else.',
    source: 'spec.md, End-to-end encryption; design.md section 6',
  },
  'receipt.replayed': {
    user: 'It is the first answer that this receipt came with.',
    auditor: 'No answer with this digest was received on another site before.',
    source: 'design.md section 6',
  },
} as const satisfies Readonly<Record<string, Claim>>
