const steps = [
  ['gateway', 'Your gateway'],
  ['signer', 'Its signer'],
  ['site', 'Your chat page'],
] as const

/** Which of the three steps this is. */
export function Steps({ at }: { readonly at: (typeof steps)[number][0] }) {
  return (
    <ol className="steps" aria-label="Steps">
      {steps.map(([id, words], index) => (
        <li key={id} aria-current={id === at ? 'step' : undefined}>
          {index + 1}. {words}
        </li>
      ))}
    </ol>
  )
}
