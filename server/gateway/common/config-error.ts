/** A value that stops the start: which one, what is wrong with it, and what to write instead. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly setting: string
  readonly fix: string

  constructor(setting: string, problem: string, fix: string) {
    super(`${setting}: ${problem}. ${fix}.`)
    this.setting = setting
    this.fix = fix
  }
}
