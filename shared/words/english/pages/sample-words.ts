/** The question and the answer of the example that a page makes and signs itself. */
export const sampleWords = {
  forged: 'Nothing at all.',
  question: 'What does a receipt prove?',
  answer: 'Who signed this answer, and how private it was.',
} as const
