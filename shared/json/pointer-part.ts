/** RFC 6901; a long name is cut, since a path is shown to people. */
export function pointerPart(key: string): string {
  return key.slice(0, 64).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')
}
