/** Where front-ends show code in CodeMirror, which draws the lines that are in sight. */
export const editorSelector = '.cm-editor'

/** The lines of an editor from top to bottom, and `unseen` in the place of those that it does not draw. */
export function editorLines(editor: Element): readonly (Element | 'unseen')[] {
  return [...editor.querySelectorAll('.cm-line, .cm-gap')].map((part) =>
    part.matches('.cm-gap') ? 'unseen' : part,
  )
}
