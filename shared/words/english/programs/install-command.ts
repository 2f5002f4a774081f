/** What `--install` and `--uninstall` of the proxy print. */
export const installCommandWords = {
  notJson: 'it is not JSON',
  notYaml: 'it is not YAML',
  notObject: 'it does not hold an object',
  noModel: (tool: string) => `is missing: ${tool} needs a model`,
  noModelFix: 'Name a model',
  notEditable: 'cannot be changed in this place alone',
  notEditableFix: 'Make the change by hand',
  unreadable: (reason: string) => `cannot be read: ${reason}`,
  unreadableFix: 'Repair the file first',
  nothingOurs: 'finds nothing that --install changed',
  nothingOursFix: (file: string) => `Look at ${file}`,
  otherValues: (places: string) => `was changed since, at ${places}`,
  otherValuesFix: (backup: string) => `Change it by hand; the file as it was is ${backup}`,
  unknownTool: (id: string) => `does not know the tool ${id}`,
  unknownToolFix: (tools: string) => `It knows ${tools}`,
  noChange: (file: string) => `${file} needs no change.`,
  declined: 'Nothing was changed.',
  changed: (file: string, id: string) => `${file} is changed. --uninstall ${id} restores it.`,
  restored: (file: string) => `${file} is as it was.`,
  codex:
    'Codex sends tools with every request: start the proxy with --clear tools, or with --enclave.',
  claude:
    'Claude Code sends tools with every request: start the proxy with --clear tools, or with --enclave.',
  continue: 'Choose the model “Countersign” in Continue.',
  zed: 'Zed wants a key: start Zed with COUNTERSIGN_API_KEY=none, or type none into its settings.',
} as const
