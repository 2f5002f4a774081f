/** What each metric at `/metrics` counts. */
export const metricsWords = {
  responses: 'Responses by route pattern and status.',
  duration: 'From the arrival of a request to the end of its response.',
  answers: 'Answers delivered with a receipt, by the mode that was signed.',
  refusals: 'Requests refused or broken off, by error code.',
  upstreamTroubles:
    'Calls that an upstream gave no answer to, by its id in the configuration and by what happened.',
  failures: 'Failures of the store, of Redis, or of the terms of signers.',
  inFlight: 'Answers that have begun and not ended.',
  firstByte: 'From a request that was read to the first byte of its answer, by mode and delivery.',
  tokens: 'Tokens of answers, as the upstream says (usage) or by length (estimate).',
  refusedChecks: 'Checks of enclaves for which requests were refused, by id and error code.',
  session: 'Whether a session with a verified enclave holds now, by the id of its upstream.',
  sessionSince: 'Since when the newest session with an enclave holds, by the id of its upstream.',
} as const
