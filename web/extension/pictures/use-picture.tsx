import { BrowserPicture } from './browser-picture.tsx'
import { SealPicture } from './seal-picture.tsx'
import { installWords as words } from '#shared/words/english/pages/extension-page.ts'

export function UsePicture() {
  return (
    <BrowserPicture label={words.usePicture} address={location.host}>
      <circle className="ring" cx="274" cy="20" r="14" />
      <SealPicture x={265} y={11} />
      <rect className="box" x="136" y="44" width="170" height="96" rx="6" />
      <text className="title" x="150" y="66">
        {words.isGateway}
      </text>
      <g className="faint">
        <rect x="150" y="76" width="140" height="6" rx="3" />
        <rect x="150" y="88" width="108" height="6" rx="3" />
      </g>
      <rect className="go" x="143" y="104" width="156" height="25" rx="4" />
      <text className="on-go" x="221" y="120.5" textAnchor="middle">
        {words.useButton}
      </text>
      <g className="faint">
        <rect x="24" y="62" width="82" height="9" rx="4.5" />
        <rect x="24" y="80" width="96" height="9" rx="4.5" />
        <rect x="24" y="98" width="60" height="9" rx="4.5" />
      </g>
    </BrowserPicture>
  )
}
