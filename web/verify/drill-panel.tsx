import { useState } from 'react'
import { PartMissing } from '../components/part-missing.tsx'
import { StatusMark } from '#shared/ui/status-mark.tsx'
import type { DrillOutcome } from '../judge/run-drill.ts'

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
      <h2 id="drill-title">A drill</h2>
      <p>
        Makes a good exchange with a key of its own, then forges it seven ways, and judges each one
        as any file here is judged.
      </p>
      <button type="button" onClick={() => void run()}>
        {outcomes === null ? 'Run the drill' : 'Run it again'}
      </button>
      {outcomes === 'missing' && <PartMissing />}
      {outcomes !== 'missing' && outcomes?.some(({ isExpected }) => !isExpected) && (
        <p className="alert" role="alert">
          A forgery was not caught as it must be: do not trust this page in this browser.
        </p>
      )}
      {outcomes !== null && outcomes !== 'missing' && (
        <div className="scroll" role="region" aria-label="Outcome of the drill" tabIndex={0}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">What the forger did</th>
                <th scope="col">Verdict</th>
                <th scope="col">Caught by</th>
              </tr>
            </thead>
            <tbody>
              {outcomes.map(({ id, title, word, status, caughtBy, because }) => (
                <tr key={id}>
                  <td>{title}</td>
                  <td>
                    <StatusMark status={status} /> {word}
                  </td>
                  <td>
                    {because ?? 'Nothing to catch'}
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
