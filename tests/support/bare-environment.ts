/** All that a process of a test inherits: nothing of the person's who runs the tests. */
export const bareEnvironment: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
