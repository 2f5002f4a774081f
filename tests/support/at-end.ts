import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** What is done behind the test that says so, or behind all tests of the file; what was said last comes first. */
export function atEnd(end: () => unknown): void {
  const ending = async () => void (await end())
  if (TestRunner.getCurrentTest() === undefined) afterAll(ending)
  else onTestFinished(ending)
}
