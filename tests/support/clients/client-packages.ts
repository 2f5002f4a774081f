/** What `npm run test:clients` installs from npm: of each folder, its packages. */
export const nodeClients = {
  anthropic: ['@anthropic-ai/sdk@1.12.0'],
  aiSdk: [
    '@ai-sdk/openai-compatible@3.0.92',
    'ai@7.0.173',
    '@ai-sdk/openai@4.0.118',
    '@ai-sdk/anthropic@4.0.105',
  ],
  langchain: ['@langchain/openai@1.6.0', '@langchain/core@1.4.0', '@langchain/anthropic@1.5.11'],
  deno: ['deno@2.9.6'],
  bun: ['bun@1.4.5'],
  codex: ['@openai/codex@0.169.0'],
  claude: ['@anthropic-ai/claude-code@2.1.330'],
  opencode: ['opencode-ai@1.18.33'],
  continue: ['@continuedev/cli@1.5.47'],
} as const

/** And from PyPI: not all of them bear each other. */
export const pythonClients = {
  litellm: ['langchain-openai==1.7.3', 'litellm[proxy]==1.106.2'],
  anthropic: ['anthropic==2.12.0'],
  langchainAnthropic: ['langchain-anthropic==1.7.5'],
  pydanticAi: ['pydantic-ai-slim[openai,anthropic]==2.68.0'],
  llm: ['llm==0.36'],
  aider: ['aider-chat==0.86.2'],
} as const
