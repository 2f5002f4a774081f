import { popupWords as words } from '#shared/words/english/extension/popup.ts'
import { useState, type ReactNode } from 'react'
import { directModes } from '../../direct-modes.ts'
import type { Conversation, ShownSettings } from '../../messages/ui-requests.ts'
import { PairSettings } from '../../ui/pair-settings.tsx'

interface EncryptionProps {
  readonly site: string
  readonly settings: ShownSettings
  /** Null while it is not known. */
  readonly conversation: Conversation | null
}

/**
 * The switch for each gateway that the page was seen to call itself, or that was switched on before: what a site's own
 * server sends cannot be encrypted here.
 */
export function Encryption({ site, settings, conversation }: EncryptionProps) {
  const gateways = settings.gateways.filter(({ origin }) => origin !== site)
  if (gateways.length === 0) return null
  const { turns = [], unplaced = [], frontend = null } = conversation ?? {}
  const answers = [...turns, ...unplaced].flatMap(({ answer }) => answer ?? [])
  const isCalled = (gateway: string) =>
    answers.some((answer) => answer.gateway === gateway && answer.path !== 'through')
  const isSet = (gateway: string) =>
    settings.pairs.some(
      (pair) => pair.site === site && pair.gateway === gateway && pair.takeover !== 'off',
    )
  if (gateways.some(({ origin }) => isCalled(origin))) {
    const shown = gateways.filter(({ origin }) => isCalled(origin) || isSet(origin))
    return <PairSettings site={site} settings={settings} gateways={shown} />
  }
  const isAnySet = gateways.some(({ origin }) => isSet(origin))
  if (!isAnySet && answers.some(({ path }) => path === 'through')) {
    return <ThroughServer site={site} frontend={frontend} />
  }
  return (
    <BeforeAnAnswer isSet={isAnySet}>
      <PairSettings site={site} settings={settings} gateways={gateways} />
    </BeforeAnAnswer>
  )
}

interface BeforeAnAnswerProps {
  readonly isSet: boolean
  readonly children: ReactNode
}

/** It stays as it was opened, whatever is chosen in it. */
function BeforeAnAnswer({ isSet, children }: BeforeAnAnswerProps) {
  const [isOpen, setIsOpen] = useState(isSet)
  return (
    <details
      className="pair"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{words.fromFirst}</summary>
      <p className="soft-text">{words.fromFirstMeans}</p>
      {children}
    </details>
  )
}

interface ThroughServerProps {
  readonly site: string
  /** Its id; null while it is not known. */
  readonly frontend: string | null
}

function ThroughServer({ site, frontend }: ThroughServerProps) {
  const direct = frontend === null ? undefined : directModes[frontend]
  return (
    <section className="pair" aria-label={words.encryption}>
      <p>{words.throughServer}</p>
      {direct && (
        <p className="soft-text">
          {words.callsItself(direct.how)}{' '}
          {direct.link !== null && (
            <a href={new URL(direct.link, site).href} target="_blank" rel="noreferrer">
              {direct.link.startsWith('/') ? words.itsSettings : words.itsDirectMode}
            </a>
          )}
        </p>
      )}
      <p className="soft-text">
        <a href="/options.html#sites" target="_blank" rel="noreferrer">
          {words.allForSite}
        </a>
      </p>
    </section>
  )
}
