/** How to check without any server, this one included. */
export function OfflineNote() {
  return (
    <details>
      <summary>Keep this page: one file that needs no network</summary>
      <p>
        Save{' '}
        <a href="../offline/countersign-verify.html" download>
          countersign-verify.html
        </a>{' '}
        and compare its SHA-256 with{' '}
        <a href="../offline/countersign-verify.html.sha256">the published one</a>, better with one
        from somebody else. Then open it from your disk, with the network off if you like: its own
        policy forbids it every connection.
      </p>
    </details>
  )
}
