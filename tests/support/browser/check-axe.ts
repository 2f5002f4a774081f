import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page of whatever program drives the browser. */
interface Evaluates {
  evaluate(script: string): Promise<unknown>
}

// What passed is not described, which takes as long as finding it out, and style sheets of others are not fetched. The size of
// what is touched is a rule of Lighthouse's, too, which axe leaves out unless it is asked.
const options: RunOptions = {
  resultTypes: ['violations'],
  selectors: false,
  preload: false,
  rules: { 'target-size': { enabled: true } },
}

/**
 * What axe finds wrong with a page: rule and markup, a line each. It comes in by the debugger's way.
 * @param rules all, unless named
 * @param within a selector; the whole page, unless given
 */
export async function checkAxe(
  page: Evaluates,
  rules: readonly string[] = [],
  within = 'html',
): Promise<readonly string[]> {
  if ((await page.evaluate(`'axe' in window`)) !== true) await page.evaluate(axe)
  const asked = rules.length === 0 ? options : { ...options, runOnly: rules }
  const run = await page.evaluate(`axe.run(${JSON.stringify(within)}, ${JSON.stringify(asked)})`)
  const { violations } = run as AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
