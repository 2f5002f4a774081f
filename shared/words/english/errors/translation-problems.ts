/** Why an answer or a request cannot be translated into another dialect. */
export const translationProblems = {
  oldFunctionCall: 'the answer calls a function in the old form, function_call',
  twoReasonings: 'the answer has two different texts of reasoning',
  toolInput: 'the answer calls a tool with something else than JSON',
  callWithoutName: 'a tool call has no name',
  fragmentAlone: 'a fragment belongs to no call',
  fragmentsMixed: 'the fragments of two calls are mixed',
  afterEnd: 'the answer goes on after its end',
  loss: 'it cannot be translated for this model without loss.',
} as const
