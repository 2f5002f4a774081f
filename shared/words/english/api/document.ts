/** What stands above all operations of the API. */
export const documentWords = {
  body: (withKey: string, withoutKey: string) =>
    `A chat request may have ${withKey} with a key (\`body_limit_bytes\`) and ${withoutKey} without a key (\`body_limit_bytes_without_key\`). A longer request is 413 \`request_too_large\`.`,
  parts: (messages: string, parts: string, values: string, depth: number) =>
    `It may hold ${messages} \`messages\`, and ${parts} \`parts\` in one message. It may hold ${values} \`values\` (members and items at every depth, together), and its \`depth\` may be ${depth}. More is 400 \`invalid_request_error\`.`,
  limitsNamed: 'Either error names the limit in `limit`, and its value in `most`.',
  otherPaths: (errors: string) => `The gateway answers every other path with ${errors}.`,
  about: (limits: string) =>
    `An OpenAI-compatible chat gateway. A signed receipt in each answer says in which privacy mode the answer was delivered.\n\n${limits}`,

  title: 'Countersign: reference of the API',
  api: 'The API',
  operations: 'Operations',
  forPrograms: 'The same for programs:',
  openapi: 'OpenAPI document',
  requestBody: 'Body',
  answers: 'Answers',
  parameters: 'Parameters',
  columns: ['Name', 'Where', 'What'],
  required: ', required',
} as const
