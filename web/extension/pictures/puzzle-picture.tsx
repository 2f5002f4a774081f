import { BrowserPicture } from './browser-picture.tsx'
import { PuzzleMark } from './puzzle-mark.tsx'
import { SealPicture } from './seal-picture.tsx'
import { installWords as words } from '#shared/words/english/pages/extension-page.ts'

export function PuzzlePicture() {
  return (
    <BrowserPicture label={words.puzzlePicture} address={location.host}>
      <PuzzleMark />
      <rect className="box" x="166" y="44" width="140" height="82" rx="6" />
      <text className="small" x="180" y="64">
        {words.extensions}
      </text>
      <rect className="chosen" x="172" y="72" width="128" height="28" rx="5" />
      <SealPicture x={180} y={77} />
      <text className="label" x="204" y="91">
        Countersign
      </text>
      <g className="faint">
        <rect x="180" y="108" width="92" height="7" rx="3.5" />
        <rect x="24" y="62" width="92" height="9" rx="4.5" />
        <rect x="24" y="80" width="116" height="9" rx="4.5" />
        <rect x="24" y="98" width="70" height="9" rx="4.5" />
      </g>
    </BrowserPicture>
  )
}
