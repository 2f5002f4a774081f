export type SqlValue = string | number | null

/** A database that speaks SQL. Everything it rejects with is a StoreError. */
export interface SqlDatabase {
  /** @param text in which `$1` stands for the first value @returns the rows */
  readonly query: <Row = unknown>(
    text: string,
    ...values: readonly SqlValue[]
  ) => Promise<readonly Row[]>
  /** Several queries as one change: all of them, or none. */
  readonly transaction: <Result>(
    step: (database: SqlDatabase) => Promise<Result>,
  ) => Promise<Result>
}
