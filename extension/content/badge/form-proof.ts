// Names of fields take the place of a form's own members, in every world of a page: what is asked of an element that
// may be a form is asked in these ways.

/** Nothing of one can be read. */
export function isForm(node: Node): boolean {
  return Object.prototype.toString.call(node) === '[object HTMLFormElement]'
}

/** Null also above the topmost element. */
export function parentOf(node: Node): Element | null {
  const parent: unknown = Reflect.get(Node.prototype, 'parentNode', node)
  return parent instanceof Element ? parent : null
}

export function closestTo(element: Element, selector: string): Element | null {
  return Element.prototype.closest.call(element, selector)
}

export function isOneOf(element: Element, selector: string): boolean {
  return Element.prototype.matches.call(element, selector)
}

export function allWithin(element: Element, selector: string): readonly Element[] {
  return [...Element.prototype.querySelectorAll.call(element, selector)]
}
