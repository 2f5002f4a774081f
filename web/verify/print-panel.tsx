import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

/** Prints what was found: two pages, and on wish an annex, which `print.css` shows while the box is ticked. */
export function PrintPanel() {
  return (
    <section aria-labelledby="print-title" className="print-panel">
      <h2 id="print-title">{words.printTitle}</h2>
      <div className="row choices">
        <label>
          <input type="checkbox" /> {words.annex}
        </label>
        <button type="button" onClick={() => print()}>
          {words.print}
        </button>
      </div>
    </section>
  )
}
