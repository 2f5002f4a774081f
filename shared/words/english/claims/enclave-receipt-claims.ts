export const enclaveReceiptClaims = {
  'enclave-receipt.present': {
    user: 'The enclave signed a receipt for this answer.',
    auditor: 'GET /v1/aci/receipts/{X-Receipt-Id} gives a document of protocol aci/1.',
    source: 'shared/aci/PROTOCOL.md §1.1, §8',
  },
  'enclave-receipt.keyset': {
    user: 'The receipt is from the enclave that passed the checks.',
    auditor:
      '`workload_keyset_digest` is the digest of a keyset with a verified quote. `served_at` lies before `not_after` of this keyset.',
    source: 'shared/aci/PROTOCOL.md §8.1',
  },
  'enclave-receipt.key': {
    user: 'The key that signed the receipt belongs to the enclave.',
    auditor: '`key_id` names an ed25519 key in the attested keyset.',
    source: 'shared/aci/PROTOCOL.md §8.1',
  },
  'enclave-receipt.signature': {
    user: 'The enclave signed the receipt.',
    auditor: 'Strict Ed25519 over JCS of the receipt without `signature`.',
    source: 'shared/aci/PROTOCOL.md §8.1',
  },
  'enclave-receipt.id': {
    user: 'The answer announced this receipt.',
    auditor: '`receipt_id` equals the X-Receipt-Id of the answer.',
    source: 'shared/aci/PROTOCOL.md §8.2',
  },
  'enclave-receipt.exchange': {
    user: 'The receipt is about the model that was asked.',
    auditor: '`method`, `endpoint` and `model` are those of the request.',
    source: 'shared/aci/PROTOCOL.md §8.2',
  },
  'enclave-receipt.time': {
    user: 'The receipt is from the time of the answer.',
    auditor: '`served_at` lies between request and first byte, give or take 120 s.',
    source: 'shared/aci/PROTOCOL.md §8.2',
  },
  'enclave-receipt.events': {
    user: 'The events in the receipt do not contradict one another.',
    auditor:
      'request.received stands once and first, response.returned once, request.forwarded and response.received at most once. All digests are well-formed. Events of unknown types count for nothing.',
    source: 'shared/aci/PROTOCOL.md §8.3',
  },
  'enclave-receipt.request': {
    user: 'The enclave got exactly what was sent.',
    auditor: 'request.received is the digest of the request; under E2EE of the restored one.',
    source: 'shared/aci/PROTOCOL.md §7.7',
  },
  'enclave-receipt.response': {
    user: 'The enclave sent exactly what arrived.',
    auditor: 'response.returned is the digest of the exact bytes of the answer.',
    source: 'shared/aci/PROTOCOL.md §8.3',
  },
  'enclave-receipt.upstream': {
    user: 'The model itself ran in a checked enclave.',
    auditor:
      'Every upstream.verified has result, required and session. None is needed from a compose hash that the reader pinned as direct.',
    source: 'shared/aci/PROTOCOL.md §8.4',
  },
  'session.id': {
    user: 'The receipt names this record about the model’s host.',
    auditor: 'sha256(JCS(document)) equals session_id of the receipt.',
    source: 'shared/aci/PROTOCOL.md §8.4',
  },
  'session.evidence': {
    user: 'The evidence about the model’s host is the evidence in the record.',
    auditor: 'sha256 of the decoded evidence equals its digest.',
    source: 'shared/aci/PROTOCOL.md §8.4',
  },
  'session.time': {
    user: 'The check of the model’s host was current when the answer was made.',
    auditor: 'established_at <= served_at <= expires_at.',
    source: 'shared/aci/PROTOCOL.md §8.4',
  },
  'session.claims': {
    user: 'The enclave in front found that the model’s host is an enclave.',
    auditor: 'tee_attested is asserted, hardware_proven or verifier_derived.',
    source: 'shared/aci/PROTOCOL.md §8.4',
  },
  'e2ee.mode': {
    user: 'The gateway signed that this enclave delivered the answer end-to-end encrypted.',
    auditor:
      '`body.mode` is e2ee, and `body.enclave.measurement` is the one that this client verified.',
    source: 'shared/aci/PROTOCOL.md §9; shared/receipt/FORMAT.md §2.1',
  },
  'e2ee.encrypted': {
    user: 'The enclave encrypted every part of the answer that it must encrypt.',
    auditor: 'Every content field of the answer opens with the client key of this request.',
    source: 'shared/aci/PROTOCOL.md §7.4, §7.5',
  },
  'e2ee.clear-fields': {
    user: 'The request had no part in clear that tells about the question.',
    auditor:
      'Beside encrypted contents, the request had only members of a list. No member of this list holds content.',
    source: 'shared/aci/PROTOCOL.md §7.5',
  },
  'e2ee.clear-answer': {
    user: 'The answer had no part in clear that tells about its content.',
    auditor:
      'Beside encrypted contents, the answer had only members of a list. No member of this list holds content.',
    source: 'shared/aci/PROTOCOL.md §7.5',
  },
  'e2ee.complete': {
    user: 'The answer is whole.',
    auditor: 'Every choice ended with a finish_reason, and no event was an error.',
    source: 'shared/aci/PROTOCOL.md §9',
  },
} as const
