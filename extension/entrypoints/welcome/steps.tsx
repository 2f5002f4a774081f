import { welcomeWords as words } from '#shared/words/english/extension/welcome.ts'

const steps = [
  ['gateway', words.gatewayStep],
  ['signer', words.signerStep],
  ['site', words.siteStep],
] as const

/** Which of the three steps this is. */
export function Steps({ at }: { readonly at: (typeof steps)[number][0] }) {
  return (
    <ol className="steps" aria-label={words.steps}>
      {steps.map(([id, name], index) => (
        <li key={id} aria-current={id === at ? 'step' : undefined}>
          {index + 1}. {name}
        </li>
      ))}
    </ol>
  )
}
