// Why a chat answer is not one that every reader reads the same way.

export const roleChanges = 'the role of a message changes'
export const someIndices = 'only some tool calls have an index'
export const callIndex = 'the index of a tool call is no whole number'
export const callUnnamed = 'a tool call has neither index nor id'
export const tooManyCalls = 'the answer has too many tool calls'
export const callChanges = (member: string) => `the ${member} of a tool call changes`
export const wholeMessage = 'a chunk of a stream has a whole message'
export const firstNotFirst = 'the first choice does not stand first'
export const delta = 'a whole answer has a delta'
export const noMessage = 'choices[0].message is missing'
export const choiceIndex = 'the index of a choice is no whole number'
export const choiceNotAsked = 'the answer has a choice that nobody asked for'
export const noIndex = 'a choice has no index'
export const sameIndex = 'two choices have the same index'
export const ownText = 'a choice has a text of its own'
export const otherName = 'some programs take the name of a member for another name'
export const notText = (name: string) => `${name} is not text`
export const notList = (name: string) => `${name} is not a list`
export const notObject = (name: string) => `${name} is not an object`
export const afterEnd = 'the stream goes on after its end'
export const chunkInLine = 'one line of the data is a chunk of its own'
export const eventNames = 'the events of the stream have different names'
export const twoDialects = 'the stream is in two dialects'
export const moreOfFinished = 'the stream says more of a choice that has finished'
export const answerInTwoDialects = 'the answer is in two dialects'
export const hasError = 'the answer has an error in it'
export const dataNoList = 'data is not a list'
export const vectorsCount = 'the answer has another number of vectors than were asked for'
export const vectorNoObject = 'a vector is not an object'
export const vectorIndex = 'a vector does not stand where its index says'
export const embedding = 'an embedding is neither numbers nor base64'
