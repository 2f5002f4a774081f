/** Of the page that was saved to a disk, which asks nobody and can tell nothing of itself. */
export function SavedFooter() {
  const { version, licence } = packageFacts
  return (
    <footer className="page-footer">
      <p>
        Countersign {version} · {licence} · A saved page: compare the SHA-256 of this file with one
        that you trust.
      </p>
    </footer>
  )
}
