/** What the package's command prints. */
export const countersignWords = {
  help: `countersign <command> [options]

  proxy    run an endpoint on this machine that encrypts for any tool and verifies each answer
  verify   check a saved answer, receipt, stream or disclosure, and say what holds

  countersign <command> --help lists the options.`,
} as const
