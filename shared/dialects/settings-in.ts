/** Members that are the question, or that no model reads. */
const noSettings: ReadonlySet<string> = new Set(
  'model messages system input instructions prompt stream stream_options shown_mode user metadata store'.split(
    ' ',
  ),
)

/** The settings among the members of a request, in any dialect: `temperature`, `tools`. */
export function settingsIn(members: Iterable<string>): readonly string[] {
  return [...new Set(members)].filter((name) => !noSettings.has(name))
}
