import type { Look } from '#shared/judge/state/look-of.ts'

/** A state by its mark, its colour and its words. */
export function StateMark({ look: { mark, tone, label } }: { readonly look: Look }) {
  return (
    <span className={`state tone-${tone}`}>
      <span className="state-sign" aria-hidden>
        {mark}
      </span>
      <strong>{label}</strong>
    </span>
  )
}
