import { pageWords as words } from '#shared/words/english/pages/page-frame.ts'

/** The footer of the saved page, which asks nobody and cannot know its own digest. */
export function SavedFooter() {
  const { version, licence } = packageFacts
  return (
    <footer className="page-footer">
      <p>
        Countersign {version} · {licence} · {words.saved}
      </p>
    </footer>
  )
}
