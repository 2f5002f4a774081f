import { pageWords as words } from '#shared/words/english/pages/page-frame.ts'

/** Of the page that was saved to a disk, which asks nobody and can tell nothing of itself. */
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
