import { initialSettings, type Pair, type Settings } from './settings.ts'

/** As the first version stored them: a pair that said nothing of other members in clear refused them. */
export type SettingsV1 = Partial<Omit<Settings, 'pairs'>> & {
  readonly pairs?: readonly (Omit<Pair, 'clear'> & Partial<Pick<Pair, 'clear'>>)[]
}

/** From version 1, in which whatever was never set was left out. */
export function migrateSettings({ pairs = [], ...settings }: SettingsV1): Settings {
  return {
    ...initialSettings,
    ...settings,
    pairs: pairs.map((pair) => ({ ...pair, clear: pair.clear ?? 'refuse' })),
  }
}
