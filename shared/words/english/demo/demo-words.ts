/** What the demo model answers. */
export const demoWords = {
  hello: 'Hello! Ask me anything, and look at the receipt that comes with the answer.',
  tool: (result: string) => `The tool answered: ${result}.`,
  tools: (results: string) => `The tools answered: ${results}.`,
  noText: 'You sent no text.',
  asked: 'You asked',
  wrote: 'You wrote',
  notice: '[demo model, not a language model]',
  choice: (notice: string, number: number) => `${notice} (choice ${number})`,
  reasoningRules:
    'The program tries a few rules on the last message, and the first rule that fits writes the answer.',
  reasoningKnown:
    'Greetings, sums and questions about this demo have a rule; the program describes all else.',
  reasoningNothing:
    'The program looks nothing up, remembers nothing, and gives the same request the same answer.',
} as const
