import { ProblemLine } from '#shared/ui/problem-line.tsx'

/** Instead of a part of the page that comes when it is needed, and did not. */
export function PartMissing() {
  return <ProblemLine problem="This part of the page could not be loaded: load the page again." />
}
