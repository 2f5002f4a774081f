/** Two strokes: one signature, and the one beside it. */
export function SealMark() {
  return <img className="seal-mark" src="/icon/48.png" alt="" width="28" height="28" />
}
