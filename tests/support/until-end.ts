import { atEnd } from './at-end.ts'

type Ending = { stop(): unknown } | { close(): unknown }

/** Starts what a test needs, or all tests of a file, and ends it behind them. */
export async function untilEnd<Started extends Ending>(
  starting: Promise<Started>,
): Promise<Started> {
  const started = await starting
  atEnd(() => ('stop' in started ? started.stop() : started.close()))
  return started
}
