import { formMarks } from './form-marks.ts'
import { formulaForm } from './formula-form.ts'
import { hasLettersOf } from './has-letters-of.ts'
import { isKatexStroke } from './is-katex-stroke.ts'
import { marks, unreadable } from './marks.ts'
import { settledForm } from './settled-form.ts'

const { formula, uncompared, drawn, formulaEnd } = marks

/** A formula of a text that was signed, as a page reads that draws it. @param source as `formulaSource` gives it */
export function signedFormula(source: string): string {
  return formula + knownForm(source) + formulaEnd
}

/** By what is seen of it, where that is known here, and by its source where it is not. */
function knownForm(source: string): string {
  const form = formulaForm(source)
  return form === null ? source : formMarks.whole + form
}

const signedFormulas = new RegExp(`${formula}([^${formulaEnd}]*)${formulaEnd}`, 'g')

const shownFormulas = new RegExp(
  `([${formula}${uncompared}])([^${formulaEnd}${drawn}]*)(?:${drawn}([^${formulaEnd}]*))?${formulaEnd}`,
  'g',
)

/**
 * A reading of a page in which each formula is decided: those that are drawn as their source says read like the signed
 * ones; of any other one with a source that has their letters it is said that it was not compared.
 * @param signed the reading it is compared with: where a page keeps no source, it is the formula there that counts
 */
export function knownFormulas(shown: string, signed: string): string {
  const all = [...signed.matchAll(signedFormulas)].map(([, known = '']) => known)
  let at = 0
  return shown.replaceAll(
    shownFormulas,
    (written, mark: string, source: string, form: string | undefined) => {
      const here = all[at]
      at += 1
      // Decided: the background does it when it is told a reading, and comparing does it with any.
      if (source.startsWith(formMarks.whole)) return written
      const seen = settledForm(form ?? '')
      const known = formMarks.whole + seen
      const isWhole = mark === formula
      if (isWhole && (source === '' || known === knownForm(source)))
        return formula + known + formulaEnd
      const wanted = source === '' ? here : knownForm(source)
      if (wanted === undefined) return unreadable
      const letters = source === '' ? lettersIn(wanted) : source
      return hasLettersOf(letters, lettersIn(seen)) && hasKnownStrokes(seen)
        ? uncompared + wanted + formulaEnd
        : unreadable
    },
  )
}

const strokes = new RegExp(`${formMarks.stroke}([^${formMarks.stroke}]*)${formMarks.stroke}`, 'g')

/** Others could be a picture of words. */
function hasKnownStrokes(form: string): boolean {
  return [...form.matchAll(strokes)].every(
    ([, stroke = '']) => /^(?:line|box)$/.test(stroke) || isKatexStroke(stroke),
  )
}

/** Without its strokes, and what it says besides its signs. */
function lettersIn(form: string): string {
  const { open, font } = formMarks
  return settledForm(form)
    .replaceAll(strokes, ' ')
    .replaceAll(new RegExp(`${open}.|${font}[^${font}]*${font}`, 'g'), ' ')
}
