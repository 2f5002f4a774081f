/** What WXT puts in at build time, beside what Vite does. */
interface ImportMetaEnv {
  readonly FIREFOX: boolean
}
