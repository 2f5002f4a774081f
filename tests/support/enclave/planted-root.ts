/** Intel's, as it stands in programs. */
const intelRoot = '44a0196b2b99f889b8e149e95b807a350e7424964399e885a7cbb8ccfab674d3'

/** A program with the root of a test in the place of Intel's, so that a quote of the test is hardware's. */
export function plantRoot(program: string, root: string): string {
  return program.replaceAll(intelRoot, root)
}
