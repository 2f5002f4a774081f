import { useState } from 'react'
import { PartMissing } from '../components/part-missing.tsx'
import { LookMark } from '#shared/ui/look-mark.tsx'
import type { DrillOutcome } from '../judge/run-drill.ts'
import { drillWords as words } from '#shared/words/english/pages/drill.ts'

/** One good exchange and its forgeries, made and judged here, to see the checks fail. */
export function DrillPanel() {
  const [outcomes, setOutcomes] = useState<readonly DrillOutcome[] | 'missing' | null>(null)

  async function run() {
    const program = await import('../judge/run-drill.ts').catch(() => null)
    if (program === null) return setOutcomes('missing')
    const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    setOutcomes(program.runDrill({ randomBytes, now: new Date() }))
  }

  return (
    <section className="drill" aria-labelledby="drill-title">
      <h2 id="drill-title">{words.title}</h2>
      <p>{words.lead}</p>
      <button type="button" onClick={() => void run()}>
        {outcomes === null ? words.run : words.runAgain}
      </button>
      {outcomes === 'missing' && <PartMissing />}
      {outcomes !== 'missing' && outcomes?.some(({ isExpected }) => !isExpected) && (
        <p className="alert" role="alert">
          {words.notCaught}
        </p>
      )}
      {outcomes !== null && outcomes !== 'missing' && (
        <div className="scroll" role="region" aria-label={words.outcome} tabIndex={0}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{words.forger}</th>
                <th scope="col">{words.verdict}</th>
                <th scope="col">{words.caughtBy}</th>
              </tr>
            </thead>
            <tbody>
              {outcomes.map(({ id, title, look, caughtBy, because }) => (
                <tr key={id}>
                  <td>{title}</td>
                  <td>
                    <span className={`badge tone-${look.tone}`}>
                      <LookMark look={look} />
                    </span>
                  </td>
                  <td>
                    {because ?? words.nothingToCatch}
                    {caughtBy !== null && (
                      <span className="check-detail">
                        <code>{caughtBy}</code>
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
