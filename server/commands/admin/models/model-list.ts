/** A model as its provider lists it: nobody has verified any of it. */
export interface ProviderModel {
  /** By which the provider's hosts know it. */
  readonly name: string
  readonly hosts: readonly string[]
  /** What the configuration must say beside the address and the name, by the member's name. */
  readonly members: Readonly<Record<string, string>>
}

/** A provider's own list of its models. */
export interface ModelList {
  /** Of the provider, in a sentence. */
  readonly provider: string
  /** Base address of the service that hands the list out. */
  readonly service: string
  readonly path: string
  /** @throws {FormatError} */
  read(bytes: Uint8Array): readonly ProviderModel[]
  /** Base address for the configuration, of a host that is not refused. */
  address(host: string): string
  /** The gateway sends its enclaves nothing before a machine is pinned. */
  readonly mustPin?: true
  /** Why a model is not to be used at a host, whatever the list says; null where it may be tried. */
  refuses(model: ProviderModel, host: string): string | null
}
