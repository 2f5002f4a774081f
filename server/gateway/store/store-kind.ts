import type { Store } from './store.ts'

/** One kind of database that can hold what is kept. */
export interface StoreKind {
  /** Before the colon of its addresses, as in `sqlite:./data/countersign.db`; the first is the usual one. */
  readonly schemes: readonly [string, ...string[]]
  /** Whether there is a database at an address; opening one would make it. @throws {StoreError} */
  exists(address: string): Promise<boolean>
  /**
   * Makes the database where there is none, and brings an older one up to date.
   * @param address whole, with the scheme; it may hold a password, so no error repeats it
   * @throws {StoreError}
   */
  open(address: string): Promise<Store>
  /**
   * Keeps an opened database that is for one gateway alone for this one.
   * @returns lets it go
   * @throws {StoreError} STORE_IN_USE
   */
  hold(address: string): () => void
}
