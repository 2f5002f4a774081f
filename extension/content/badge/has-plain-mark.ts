/** The sign that browsers draw on what folds something. */
export function hasPlainMark({ listStyleType, listStyleImage }: CSSStyleDeclaration): boolean {
  return (
    listStyleImage === 'none' && /^(?:none|disc|disclosure-(?:open|closed))$/.test(listStyleType)
  )
}
