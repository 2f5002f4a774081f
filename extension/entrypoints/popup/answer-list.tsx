import type { KeptAnswer } from '../../vault/vault.ts'

export function AnswerList({
  answers,
}: {
  readonly answers: readonly Omit<KeptAnswer, 'salts'>[]
}) {
  return (
    <section>
      <h2>Answers on this site, newest first</h2>
      {answers.length === 0 ? (
        <p>No receipt reached this site yet.</p>
      ) : (
        <ul>
          {answers.map(({ digest, view, receipt }) => (
            <li key={digest}>
              <strong>{view.label}</strong>
              <br />
              {view.detail}
              <br />
              <small>
                {receipt.body.model}, {receipt.body.issuedAt}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
