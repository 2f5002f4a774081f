import { chutesList } from './chutes-list.ts'
import type { ModelList } from './model-list.ts'
import { nearList } from './near-list.ts'
import { tinfoilList } from './tinfoil-list.ts'
import { veniceList } from './venice-list.ts'

/** The list of each kind of upstream that has one. @param service base address, for a simulation */
export const providerLists = {
  near: nearList,
  tinfoil: tinfoilList,
  venice: veniceList,
  chutes: chutesList,
} as const satisfies Readonly<Record<string, (service?: string) => ModelList>>

export type ListedKind = keyof typeof providerLists

export const listedKinds = Object.keys(providerLists) as readonly ListedKind[]
