// Why an answer in Anthropic's dialect is not one that every reader reads the same way.

export const blockType = 'this program does not know the type of a block of the content'
export const blockLacks = (type: string, member: string) =>
  `a block of type ${type} has no ${member}`
export const blockMember = 'a block has a member that its type does not have'
export const blockNoText = (member: string) => `${member} of a block is not text`
export const eventMember = 'an event has a member that its type does not have'
export const citation = 'a citation has no text'
export const deltaNoText = 'a delta is not text'
export const deltaType = 'a delta does not belong to the type of its block'
export const eventType = 'this program does not know the type of an event'
export const signatureChanges = 'the signature of a block changes'
export const toolInput = 'the input of a tool comes both whole and in pieces'
export const endedEarly = 'the stream ended before the message ended'
export const eventName = 'the name of an event is not its type'
export const beginsOnce = 'a message does not begin once, and first'
export const noAssistant = 'the answer is no message of an assistant'
export const beginsWithContent = 'a message that begins has content'
export const partNoObject = 'a part of an event is not an object'
export const blockOrder = 'the blocks of the content are out of order'
export const choicesToo = 'the answer has choices beside its content'
export const contentNoList = 'content is not a list'
export const blockNoObject = 'a block of the content is not an object'
export const dataSplit = 'the data of an event is split'
