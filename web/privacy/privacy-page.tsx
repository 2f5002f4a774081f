import { Phrase } from '#shared/ui/phrase.tsx'
import { PageFrame } from '../components/page-frame.tsx'
import { privacyPolicy, privacyWords as words } from '#shared/words/english/pages/privacy-policy.ts'

/** What the extension and these pages keep and send. */
export function PrivacyPage() {
  return (
    <PageFrame current="privacy">
      <h1>{words.title}</h1>
      <p className="lead">{words.lead}</p>
      {privacyPolicy.map(({ title, paragraphs }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ))}
      <section aria-labelledby="pages-title">
        <h2 id="pages-title">{words.pagesTitle}</h2>
        <p>
          <Phrase
            text={words.pages}
            links={[{ href: '../verify/' }, { href: '../keys/' }, { href: '../limits/' }]}
          />
        </p>
      </section>
    </PageFrame>
  )
}
