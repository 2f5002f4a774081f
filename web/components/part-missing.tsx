import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { pageWords as words } from '#shared/words/english/pages/page-frame.ts'

/** Instead of a part of the page that comes when it is needed, and did not. */
export function PartMissing() {
  return <ProblemLine problem={words.partMissing} />
}
