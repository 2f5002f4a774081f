/** What each member of a configuration means, as its schema says it. */
export const configMemberWords = {
  modelId: 'A model id: letters, digits and . _ : @ / + -, at most 128 characters.',
  unixSeconds: 'Unix seconds.',
  plan: 'Lowest plan that may use the model. Default: none.',
  task: 'embeddings: the model makes vectors, and does not answer. Default: chat.',
  perDay: 'Requests in any 24 hours. Default: as many as the minutes allow.',
  tokensPerMinute:
    'Tokens of prompts and answers in any minute; a request is admitted while any are left. Default: no limit.',
  tokensPerDay: 'Tokens of prompts and answers in any 24 hours. Default: no limit.',
  values: (usual: number) =>
    `How many members and items a body may hold, at all depths together. Default ${usual}.`,
  depth: (usual: number) =>
    `How deep objects and arrays may stand within each other. Default ${usual}.`,
  parts: 'How many parts one message may hold. Default 1000.',
  requestLimits: 'How much a chat request may hold. The gateway refuses more, unread.',
  answerLimits: 'How much a buffered answer of an upstream may be.',
  contact: 'How to reach the operator, for example an address for mail.',
  operator: 'Who runs the gateway, in his own words: shown to everybody.',
  models: 'Facts about models that the shipped catalogue does not know, or other facts.',
  traits: 'Stable name → model id. Replaces the shipped names.',
  aliases: 'Name that a tool with a fixed list asks for → model id. The receipt names the model.',
  plans: 'The weakest plan comes first. A new key gets the first plan.',
  release:
    'flow: an enclave’s stream leaves as it comes, if its channel is proven. proven: nothing leaves before its receipt. Default flow.',
  bodyLimit: 'Longest body of a chat request with a key. Default 20 MiB.',
  bodyLimitWithoutKey: 'Longest body of a chat request without a key. Default 2 MiB.',
  requestTimeout: 'Longest time a caller may take to send a request. Default 60000.',
} as const
