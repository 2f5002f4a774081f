import { Phrase } from '#shared/ui/phrase.tsx'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'
/** How to check without any server, this one included. */
export function OfflineNote() {
  return (
    <details>
      <summary>{words.offlineTitle}</summary>
      <p>
        <Phrase
          text={words.offline}
          links={[
            { href: '../offline/countersign-verify.html', download: true },
            { href: '../offline/countersign-verify.html.sha256' },
          ]}
        />
      </p>
    </details>
  )
}
