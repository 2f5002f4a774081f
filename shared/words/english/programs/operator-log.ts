/** What the gateway's log says to its operator, beside the facts. */
export const operatorLog = {
  notReached: 'the upstream was not reached',
  refused: 'the upstream refused the request',
  noAnswer: 'an upstream gave no answer',
  storeUnavailable: 'the gateway cannot use its store or Redis',
  failed: 'the gateway failed to serve a request',
  proxy:
    'a proxy seems to be in front of the gateway, but TRUST_PROXY is not set. All callers behind the proxy share one budget. Set TRUST_PROXY to the number of proxies (1), or to their addresses',
  nothingSent: 'the enclave is not verified: nothing is sent to it',
  workerEnded: 'a worker ended, and the gateway started another worker',
  oldConfiguration: 'the gateway could not read the configuration again: the old one stays',
  newConfiguration: 'the gateway read the configuration again',
  limitsUnavailable: 'the gateway cannot reach the shared limits',
  alone:
    'REDIS_URL is not set, so this gateway counts requests and nonces alone. Run no other gateway on this database',
  tokensUncounted: 'the gateway could not count tokens, and counts them as soon as possible',
  keysNotEnded: 'the gateway could not end unused keys',
  signsAgain: 'the gateway can sign answers again',
  signsNotForLong: 'the gateway can sign answers only for a short time',
  usageUnwritten: 'the gateway could not write what keys used, and writes it as soon as possible',
} as const

/** Short lines in the gateway's log. */
export const operatorStates = {
  streamFailed: 'a stream failed',
  workerServes: 'a worker serves',
  readyAgain: 'ready again',
  notReady: 'not ready',
} as const
