import { PageFrame } from '../components/page-frame.tsx'
import { privacyPolicy } from './privacy-policy.ts'

/** What the extension and these pages keep and send. */
export function PrivacyPage() {
  return (
    <PageFrame current="privacy">
      <h1>Privacy</h1>
      <p className="lead">Of the browser extension, and of these pages.</p>
      {privacyPolicy.map(({ title, paragraphs }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ))}
      <section aria-labelledby="pages-title">
        <h2 id="pages-title">These pages</h2>
        <p>
          They set no cookies and load nothing from elsewhere. What you check on{' '}
          <a href="../verify/">Verify</a> stays in the page; only signers that you pin are kept, in
          this browser. A key on <a href="../keys/">Keys</a> is in the memory of the tab alone. What
          this gateway does with what you ask it stands under <a href="../limits/">Limits</a>.
        </p>
      </section>
    </PageFrame>
  )
}
