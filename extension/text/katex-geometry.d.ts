/** What is used of `katex/src/svgGeometry.ts`, where KaTeX has what it draws strokes with. */
export const path: Readonly<Record<string, string>>
/** @param extraVinculum how much thicker its line is than usual, in sizes of the font */
export function sqrtPath(size: string, extraVinculum: number, viewBoxHeight: number): string
/** @throws {Error} for a label that it has not */
export function tallDelim(label: string, midHeight: number): string
/** @param name the sign that is stretched */
export function innerPath(name: string, height: number): string
export function phasePath(height: number): string
