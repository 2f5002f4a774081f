/** Something that the user is to read; the message is a sentence. */
export class UiProblem extends Error {
  override readonly name = 'UiProblem'
}
