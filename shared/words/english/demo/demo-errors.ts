/** What the demo model answers when it cannot serve a request. */
export const demoErrors = {
  noPath: 'There is nothing at this path.',
  failed: 'The demo model failed.',
  body: 'The body',
  notValid: 'is not valid',
  toolChoice: "'tool_choice' names no tool in 'tools'.",
  roleNeeds: (role: string, member: string) => `A message with role '${role}' needs '${member}'.`,
} as const
