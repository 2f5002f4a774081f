const said = [{ role: 'user', content: 'hi' }]

/** The least that each path of a dialect takes, without a model. */
export const dialectRequests = {
  '/v1/chat/completions': { messages: said },
  '/v1/embeddings': { input: 'hi' },
  '/v1/messages': { max_tokens: 9, messages: said },
  '/v1/messages/count_tokens': { messages: said },
  '/v1/responses': { input: 'hi' },
} as const
