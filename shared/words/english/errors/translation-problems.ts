// Why an answer or a request cannot be translated into another dialect.

export const oldFunctionCall = 'the answer calls a function in the old form, function_call'
export const twoReasonings = 'the answer has two different texts of reasoning'
export const toolInput = 'the answer calls a tool with something else than JSON'
export const callWithoutName = 'a tool call has no name'
export const fragmentAlone = 'a fragment belongs to no call'
export const fragmentsMixed = 'the fragments of two calls are mixed'
export const afterEnd = 'the answer goes on after its end'
export const loss = 'it cannot be translated for this model without loss.'
