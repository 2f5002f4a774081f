/** What the gateway's log says to its operator, beside the facts. */
export const operatorLog = {
  notReached: 'the upstream was not reached',
  refused: 'the upstream refused the request',
  noAnswer: 'an upstream gave no answer',
  storeUnavailable: 'the gateway cannot use its store or Redis',
  failed: 'the gateway failed to serve a request',
  proxy:
    'a proxy seems to be in front of the gateway, but TRUST_PROXY is not set. All callers behind the proxy share one budget. Set TRUST_PROXY to the number of proxies (1), or to their addresses',
} as const
