// What of `svc` cannot be read, and why a check of it did not pass.

export const modelUnknown = (signed: string, name: string) =>
  `the receipt names ${signed}, and nobody says whether "${name}" means this model`
export const byTrait = (name: string) => `the trait "${name}", as the gateway lists it`
export const askedByTrait = (name: string) => `asked by the trait "${name}"`
export const now = (reason: string) => `${reason} now`
export const obfuscation = 'an event has an "obfuscation" with the mark of a gateway'
export const traits = 'the list of traits'
export const models = 'the list of models'
export const twoEvents = 'more than one event of the stream carries "svc"'
export const notLast = '"svc" must stand once, as the last member'
export const noData = 'the event has no data'
export const noMember = 'the data has no such member'
export const noObjectEnd = 'the text does not end as an object'
export const questionNotGiven = 'nobody gave the question'
export const answerNotGiven = 'nobody gave the answer'
export const otherValue = 'the commitment in the receipt is to another value'
