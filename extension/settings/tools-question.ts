import type { Pair, Settings } from './settings.ts'

/** Whether the user of this site was not asked yet what becomes of the tools that its page sends. */
export function isToolsQuestionOpen({ takeover, tools }: Pair): boolean {
  return takeover !== 'off' && tools === 'asking'
}

/** Where popup and panel have a question. */
export function sitesWithQuestion({ pairs }: Pick<Settings, 'pairs'>): ReadonlySet<string> {
  return new Set(pairs.filter(isToolsQuestionOpen).map(({ site }) => site))
}
