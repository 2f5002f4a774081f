/** A piece of a puzzle, as browsers draw it in their toolbar, ringed. */
export function PuzzleMark() {
  return (
    <>
      <circle className="ring" cx="274" cy="20" r="14" />
      <path
        className="piece"
        d="M267 15h4.2a2.6 2.6 0 1 1 4.6 0h4.2v4.2a2.6 2.6 0 1 0 0 4.6V27h-13v-3.2a2.6 2.6 0 1 0 0-4.6z"
      />
    </>
  )
}
