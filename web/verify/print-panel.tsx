import { useEffect, useState } from 'react'
import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

/** Whether the print ends with every check, read by `print.css`. */
const annexClass = 'with-annex'

/** Prints what was found: two pages, and on wish an annex. */
export function PrintPanel() {
  const [annex, setAnnex] = useState<'without' | 'with'>('without')
  useEffect(() => {
    document.documentElement.classList.toggle(annexClass, annex === 'with')
    return () => document.documentElement.classList.remove(annexClass)
  }, [annex])
  return (
    <section aria-labelledby="print-title" className="print-panel">
      <h2 id="print-title">{words.printTitle}</h2>
      <div className="row choices">
        <label>
          <input
            type="checkbox"
            checked={annex === 'with'}
            onChange={({ target }) => setAnnex(target.checked ? 'with' : 'without')}
          />{' '}
          {words.annex}
        </label>
        <button type="button" onClick={() => print()}>
          {words.print}
        </button>
      </div>
    </section>
  )
}
