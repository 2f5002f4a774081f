import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import { extensionWords } from '#shared/words/english/extension/extension-parts.ts'
import { GatewayItem } from './gateway-item.tsx'
import { Section } from './section.tsx'

/** The gateways that the user named, each with the signer that was pinned. */
export function GatewaysSection({ settings }: { readonly settings: ShownSettings }) {
  const { gateways } = settings
  return (
    <Section title={words.gateways} lead={words.gatewaysLead}>
      <p className="soft-text">
        {extensionWords.signerMeans} {extensionWords.pinMeans}
      </p>
      {gateways.length === 0 && <p>{words.noGateway}</p>}
      {gateways.map((gateway) => (
        <GatewayItem key={gateway.origin} gateway={gateway} />
      ))}
      <p>
        <a className="button" href="/welcome.html">
          {words.nameGateway}
        </a>
      </p>
    </Section>
  )
}
