/** `/`, and the small chat on it. */
export const homeWords = {
  title: 'Every answer, signed for.',
  lead: 'This chat gateway signs a receipt for each answer. The receipt says which model answered, and who could read your question.',
  check: 'You check a receipt in your own browser. What you check never leaves your browser.',
  getExtension: 'Get the extension',
  checkReceipt: 'Check a receipt',
  badge:
    'The extension puts this badge beside each answer in the chats you use. It runs only on sites where you allow it.',
  toolsTitle: 'Use the gateway from your tools',
  command: 'the command',
  limitsTitle: 'What a receipt does not do',
  tools: (gateway: string) =>
    `Works with any OpenAI client: set the base address to \`${gateway}/v1\`. Without a [key], you can ask a few times a minute.`,
  limits:
    'A receipt does not make an answer true, or a promise a proof. [Limits] lists what this gateway does not promise right now.',
  question: 'What does a receipt prove?',
  unread: 'This page could not read the answer, so nothing was checked.',
  tryIt: 'Try it',
  thisGateway: 'this gateway',
  askLabel: 'Try it: ask this gateway',
  asking: 'Asking…',
  ask: 'Ask',
  example: 'An example: this page made this answer and signed it just now.',
  notChecked: (what: string, suppliedBy: string) => `Not checked: ${what}. ${suppliedBy}`,
  notProven: 'What this does not prove',
  more: 'More about this answer',
  eachCheck: 'See each check and repeat it yourself',
  receipt: 'The receipt',
  digest: 'Digest of what was signed',
  signedBy: 'Signed by',
  theReceipt: 'the receipt',
} as const
