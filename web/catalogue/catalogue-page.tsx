import { useEffect, useState } from 'react'
import { modes, type Mode } from '#shared/modes.ts'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { PageFrame } from '../components/page-frame.tsx'
import { GatewayUnreachable } from '../fetch-evidence.ts'
import { readCatalogue, type CatalogueNow, type ListedModel } from './read-catalogue.ts'

/** What each model would be delivered in now, the strongest first. */
export function CataloguePage({ gateway }: { readonly gateway: string }) {
  const [catalogue, setCatalogue] = useState<CatalogueNow | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    let isCurrent = true
    readCatalogue(gateway).then(
      (read) => isCurrent && setCatalogue(read),
      (error: unknown) => {
        if (!(error instanceof GatewayUnreachable)) throw error
        if (isCurrent) setProblem(error.message)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [gateway])

  return (
    <PageFrame current="catalogue">
      <h1>Models</h1>
      <p className="lead">
        What each would be delivered in if somebody asked now, as the gateway says (
        <a href="../v1/models">/v1/models</a>). What an answer really was delivered in stands in its
        receipt.
      </p>
      <ProblemLine problem={problem} />
      {catalogue === null && problem === null && <p role="status">Asking the gateway…</p>}
      {catalogue !== null &&
        [...modes.toReversed(), null].map((mode) => (
          <ModeSection key={mode} mode={mode} {...catalogue} />
        ))}
    </PageFrame>
  )
}

const modeWords: Readonly<Record<Mode, { readonly title: string; readonly means: string }>> = {
  e2ee: {
    title: 'Encrypted to an enclave',
    means: 'Your own program encrypts; this gateway passes on what it cannot read.',
  },
  tee: {
    title: 'In an enclave',
    means:
      'The gateway checks the enclave before it sends anything, and its receipt for each answer. The gateway reads it, too.',
  },
  private: {
    title: 'Private',
    means: 'The operator runs the model. That nothing is kept is the operator’s promise.',
  },
  anonymized: {
    title: 'Anonymized',
    means: 'A third party reads it, and is not told by the gateway who asked.',
  },
}

const simulatedWords: Readonly<Record<CatalogueNow['simulated'], string>> = {
  all: 'The enclave here is simulated, and proves nothing about hardware.',
  some: 'Of the enclaves here some are simulated; each receipt says which.',
  none: '',
}

interface ModeSectionProps extends CatalogueNow {
  readonly mode: Mode | null
}

function ModeSection({ mode, models, simulated }: ModeSectionProps) {
  const own = models.filter((model) => model.mode === mode)
  if (own.length === 0) return null
  const isEnclave = mode === 'tee' || mode === 'e2ee'
  const title = mode === null ? 'Not served now' : modeWords[mode].title
  return (
    <section className="catalogue" aria-label={title}>
      <h2>
        {title} {mode !== null && <code>{mode}</code>}
      </h2>
      <p>
        {mode === null ? 'No route to these can be taken at the moment.' : modeWords[mode].means}
        {isEnclave && simulated !== 'none' && (
          <>
            {' '}
            <strong>{simulatedWords[simulated]}</strong>
          </>
        )}
      </p>
      <ul>
        {own.map((model) => (
          <li key={model.id}>
            <code>{model.id}</code> <span>{factsOf(model)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function factsOf({ mode, modes: possible, ...model }: ListedModel): string {
  const others = possible.filter((each) => each !== mode)
  return [
    ...(model.contextLength === null ? [] : [`${model.contextLength.toLocaleString('en')} tokens`]),
    model.needsPlan ? 'needs a plan' : 'for everybody',
    ...(model.isUncensored ? ['uncensored'] : []),
    ...(others.length === 0 ? [] : [`also ${others.join(', ')}`]),
    ...(model.aliases.length === 0 ? [] : [`answers to ${model.aliases.join(', ')}`]),
  ].join(' · ')
}
