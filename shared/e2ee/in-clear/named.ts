import type { ContentFree } from './content-free.ts'

/** Members of one kind. @param names parted by spaces */
export function named(kind: ContentFree, names: string): Record<string, ContentFree> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]))
}
