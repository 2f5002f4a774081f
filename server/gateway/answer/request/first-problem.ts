import { ChatRequestSchema } from './chat-request-schema.ts'
import { createProblemFinder } from './problem-finder.ts'

/** The first problem of a chat request; nothing behind it is looked at. */
export const firstProblem = createProblemFinder(ChatRequestSchema)
