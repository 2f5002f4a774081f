/** What the gateway says when it ends, or fails itself. */
export const gatewayErrors = {
  endingWithin: 'The gateway is shutting down, so the answer is not whole. Ask again.',
  buildingPackages: 'The gateway is still building the packages. Ask again.\n',
  callerLeft: 'The caller left.',
  ending: 'The gateway is shutting down. Ask again.',
  store:
    'The gateway cannot reach its store or Redis, so it can neither count requests nor sign answers. Try again.',
  failed: 'The gateway failed to serve this request.',
} as const
