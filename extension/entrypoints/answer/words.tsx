import type { KeptAnswer } from '../../vault/kept-answer.ts'

/** What was asked and answered, as text: the page that it was shown on has no part in this. */
export function Words({ words }: { readonly words: NonNullable<KeptAnswer['words']> }) {
  const { messages, text } = words
  return (
    <section aria-labelledby="words-title">
      <h2 id="words-title">What was answered</h2>
      <pre tabIndex={0} aria-label="The answer">
        {text === '' ? 'The answer has no text.' : text}
      </pre>
      {messages !== null && (
        <details>
          <summary>What the gateway was sent</summary>
          <pre tabIndex={0} aria-label="The messages">
            {JSON.stringify(messages, null, 2)}
          </pre>
        </details>
      )}
    </section>
  )
}
