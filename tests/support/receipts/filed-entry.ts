import answers from '../../vectors/answer.countersign.json' with { type: 'json' }

const [first] = answers.cases
/** An answer of the vectors that is in order. */
export const goodAnswer = first as NonNullable<typeof first>

/** That answer as an export of the extension holds it. */
export const filedEntry = {
  origin: 'https://chat.example.com',
  receivedAt: '2026-11-20T09:30:00.000Z',
  receipt: goodAnswer.svc.receipt,
  salts: goodAnswer.svc.commitment_salts,
  messages: goodAnswer.messages,
  message: goodAnswer.message,
  text: 'A receipt.',
}
