/** Why something did not work, in a sentence. */
export function ProblemLine({ problem }: { readonly problem: string | null }) {
  if (problem === null) return null
  return (
    <p className="problem" role="alert">
      {problem}
    </p>
  )
}
