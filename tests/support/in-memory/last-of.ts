/** What work that stops between its passes returns in the end. */
export function lastOf<Result>(passes: Generator<void, Result>): Result {
  for (;;) {
    const pass = passes.next()
    if (pass.done === true) return pass.value
  }
}
