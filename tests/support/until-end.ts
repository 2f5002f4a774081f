import { afterAll, onTestFinished, TestRunner } from 'vitest'

type Ending = { stop(): unknown } | { close(): unknown }

/** Starts what a test needs, or all tests of a file, and ends it behind them; what started last ends first. */
export async function untilEnd<Started extends Ending>(
  starting: Promise<Started>,
): Promise<Started> {
  const started = await starting
  const isOfTest = TestRunner.getCurrentTest() !== undefined
  const end = async () => {
    await ('stop' in started ? started.stop() : started.close())
  }
  if (isOfTest) onTestFinished(end)
  else afterAll(end)
  return started
}
