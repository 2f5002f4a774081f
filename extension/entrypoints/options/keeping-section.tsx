import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import { MoveVault } from './move-vault.tsx'
import { RetentionForm } from './retention-form.tsx'
import { Section } from './section.tsx'

/** How long what is kept, and all of it in and out. */
export function KeepingSection({ settings: { retention } }: { readonly settings: ShownSettings }) {
  return (
    <Section title={words.keeping} lead={words.keepingLead}>
      <RetentionForm key={JSON.stringify(retention)} retention={retention} />
      <MoveVault />
    </Section>
  )
}
