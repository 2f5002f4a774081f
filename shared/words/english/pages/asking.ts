/** What comes between a page and the gateway that it asks. */
export const askingWords = {
  forbidden: (host: string) =>
    `This page did not ask ${host}: it asks only over https, on this machine, or the gateway that served it.`,
  unreachable: (host: string) => `${host} could not be reached.`,
  noGateway: (host: string, status: number) =>
    `${host} did not answer like a gateway (status ${status}).`,
  refused: (status: number) => `The gateway refused (status ${status}).`,
  endless: (host: string) => `${host} sent more than this page reads.`,
  stopped: (host: string) => `${host} stopped in the middle of its answer.`,
  badList: 'This page cannot read the gateway’s list of models.',
  noAnswer: 'The gateway sent no answer with a receipt.',
  noAddress: 'The gateway publishes no signing address.',
  noFreeModel: 'Without a key, no model can be asked right now.',
  asking: 'Asking the gateway…',
  noKey: 'The gateway answered without a key.',
} as const
