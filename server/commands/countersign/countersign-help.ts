export const countersignHelp = `countersign <command> [options]

  proxy    an endpoint on this machine that encrypts for any tool, and verifies each answer
  verify   judges a saved answer, receipt, stream or disclosure, and ends with one of nine states

  countersign <command> --help says what each takes.`
