import type { ShownSettings } from '../../messages/ui-requests.ts'
import { MoveVault } from './move-vault.tsx'
import { RetentionForm } from './retention-form.tsx'
import { Section } from './section.tsx'

/** How long what is kept, and all of it in and out. */
export function KeepingSection({ settings: { retention } }: { readonly settings: ShownSettings }) {
  return (
    <Section
      title="Keeping"
      lead="Receipts, and the salts that open them, are kept in this browser and nowhere else."
    >
      <RetentionForm key={JSON.stringify(retention)} retention={retention} />
      <MoveVault />
    </Section>
  )
}
