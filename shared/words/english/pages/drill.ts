/** The drill on `/verify/`. */
export const drillWords = {
  title: 'See this page catch forgeries',
  lead: 'This page makes a genuine answer with a key of its own, and forges the answer in seven ways. Then it checks each one.',
  run: 'Show the forgeries',
  runAgain: 'Run again',
  notCaught: 'This page missed a forgery. Do not trust this page in this browser.',
  outcome: 'What became of each forgery',
  forger: 'What the forger did',
  verdict: 'Verdict',
  caughtBy: 'Caught by',
  nothingToCatch: 'Nothing to catch',
} as const
