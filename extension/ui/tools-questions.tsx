import { pairWords as words } from '#shared/words/english/extension/pair.ts'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import type { ShownSettings } from '../messages/ui-requests.ts'
import type { Pair } from '../settings/settings.ts'
import { isToolsQuestionOpen } from '../settings/tools-question.ts'
import { askBackground } from './ask-background.ts'
import { useAct } from './use/use-act.ts'

interface ToolsQuestionsProps {
  readonly site: string
  readonly settings: ShownSettings
}

/** Asked once for a site and a gateway, when the page sent its first tools; to be changed where the pair is set. */
export function ToolsQuestions({ site, settings }: ToolsQuestionsProps) {
  return settings.pairs
    .filter((pair) => pair.site === site && isToolsQuestionOpen(pair))
    .map((pair) => <ToolsQuestion key={pair.gateway} pair={pair} />)
}

function ToolsQuestion({ pair }: { readonly pair: Pair }) {
  const { act, problem, isBusy } = useAct()
  const { host } = new URL(pair.gateway)
  const answer = (tools: Pair['tools']) =>
    act(() => askBackground({ kind: 'set-pair', pair: { ...pair, tools } }))
  return (
    <section className="sheet" role="alert" aria-labelledby="tools-question">
      <h2 id="tools-question">{words.question}</h2>
      <p>{words.questionMeans(host)}</p>
      <p className="soft-text">
        {pair.takeover === 'always' ? words.refusedUntil : words.unencryptedUntil}
      </p>
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={isBusy}
          onClick={() => answer('leave-out')}
        >
          {words.leaveToolsOut}
        </button>
        <button type="button" disabled={isBusy} onClick={() => answer('send')}>
          {words.sendTools}
        </button>
      </div>
      <ProblemLine problem={problem} />
    </section>
  )
}
