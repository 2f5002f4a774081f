/** Instead of a part of the page that comes when it is needed, and did not. */
export function PartMissing() {
  return (
    <p className="problem" role="alert">
      This part of the page could not be loaded: load the page again.
    </p>
  )
}
