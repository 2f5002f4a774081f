import { Phrase } from '#shared/ui/phrase.tsx'
import { modes, type Mode } from '#shared/modes.ts'
import { PageFrame } from '../components/page-frame.tsx'
import { useAsked } from '../components/use-asked.tsx'
import { readCatalogue, type CatalogueNow, type ListedModel } from './read-catalogue.ts'
import { catalogueWords as words } from '#shared/words/english/pages/catalogue.ts'

/** What each model would be delivered in now, the strongest first. */
export function CataloguePage({ gateway }: { readonly gateway: string }) {
  const { answer: catalogue, status } = useAsked(readCatalogue, gateway)
  return (
    <PageFrame current="catalogue">
      <h1>{words.title}</h1>
      <p className="lead">
        <Phrase text={words.lead} links={[{ href: '../v1/models' }]} />
      </p>
      {status}
      {catalogue !== null &&
        [...modes.toReversed(), null].map((mode) => (
          <ModeSection key={mode} mode={mode} {...catalogue} />
        ))}
    </PageFrame>
  )
}

const modeWords: Readonly<Record<Mode, { readonly title: string; readonly means: string }>> = {
  e2ee: { title: words.e2ee, means: words.e2eeMeans },
  tee: { title: words.tee, means: words.teeMeans },
  private: { title: words.private, means: words.privateMeans },
  anonymized: { title: words.anonymized, means: words.anonymizedMeans },
}

const simulatedWords: Readonly<Record<CatalogueNow['simulated'], string>> = {
  all: words.allSimulated,
  some: words.someSimulated,
  none: '',
}

interface ModeSectionProps extends CatalogueNow {
  readonly mode: Mode | null
}

function ModeSection({ mode, models, simulated }: ModeSectionProps) {
  const own = models.filter((model) => model.mode === mode)
  if (own.length === 0) return null
  const isEnclave = mode === 'tee' || mode === 'e2ee'
  const title = mode === null ? words.notServed : modeWords[mode].title
  return (
    <section className="catalogue" aria-label={title}>
      <h2>
        {title} {mode !== null && <code>{mode}</code>}
      </h2>
      <p>
        {mode === null ? words.noRoute : modeWords[mode].means}
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
    ...(model.contextLength === null
      ? []
      : [words.tokens(model.contextLength.toLocaleString('en'))]),
    model.needsPlan ? words.needsPlan : words.everybody,
    ...(model.isUncensored ? [words.uncensored] : []),
    ...(others.length === 0 ? [] : [words.also(others.join(', '))]),
    ...(model.aliases.length === 0 ? [] : [words.aliases(model.aliases.join(', '))]),
  ].join(' · ')
}
