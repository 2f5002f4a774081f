/** How something is drawn, and where: the browser's own names are long, and a content script is small. */
export const styleOf = (element: Element, side?: string): CSSStyleDeclaration =>
  getComputedStyle(element, side)

export const rectOf = (drawn: Element | Range): DOMRect => drawn.getBoundingClientRect()

/** In pixels. */
export const pixelsOf = (style: CSSStyleDeclaration, name: string): number =>
  Number.parseFloat(style.getPropertyValue(name))

export const fontSizeOf = (style: CSSStyleDeclaration): number => pixelsOf(style, 'font-size')

/** It has no box of its own: nothing of it is painted but its words. */
export const isContents = ({ display }: CSSStyleDeclaration): boolean => display === 'contents'

/** Neither hidden nor clear. */
export const isDrawn = (element: Element): boolean =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
