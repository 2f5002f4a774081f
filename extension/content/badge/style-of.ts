/** How something is drawn, and where: the browser's own names are long, and a content script is small. */
export const styleOf = (element: Element, side?: string): CSSStyleDeclaration =>
  getComputedStyle(element, side)

export const rectOf = (drawn: Element | Range): DOMRect => drawn.getBoundingClientRect()

/** In pixels. */
export const fontSizeOf = (style: CSSStyleDeclaration): number => Number.parseFloat(style.fontSize)

/** Neither hidden nor clear. */
export const isDrawn = (element: Element): boolean =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
