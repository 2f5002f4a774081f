import type { AnswerSink } from '../upstream.ts'

/** Receives the body of a successful answer. After `abort` of the call it hears nothing more. */
export type BodySink = Pick<AnswerSink, 'data' | 'end' | 'fail'>
