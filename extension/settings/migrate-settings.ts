import { initialSettings, type Pair, type Settings } from './settings.ts'

/** As the second version stored them: tools were refused unless they were allowed, and nobody was asked. */
export type SettingsV2 = Omit<Settings, 'pairs'> & { readonly pairs: readonly PairV2[] }

type PairV2 = Omit<Pair, 'tools'> & { readonly tools: 'refuse' | 'allow' }

/** As the first version stored them: a pair that said nothing of other members in clear refused them. */
export type SettingsV1 = Partial<Omit<SettingsV2, 'pairs'>> & {
  readonly pairs?: readonly (Omit<PairV2, 'clear'> & Partial<Pick<PairV2, 'clear'>>)[]
}

/** From version 1, in which whatever was never set was left out. */
export function migrateFromV1({ pairs = [], ...settings }: SettingsV1): SettingsV2 {
  return {
    ...initialSettings,
    ...settings,
    pairs: pairs.map((pair) => ({ ...pair, clear: pair.clear ?? 'refuse' })),
  }
}

/** From version 2: what was refused was never chosen, so that it is asked about. */
export function migrateFromV2({ pairs, ...settings }: SettingsV2): Settings {
  return {
    ...settings,
    pairs: pairs.map((pair) => ({ ...pair, tools: pair.tools === 'allow' ? 'send' : 'ask' })),
  }
}
