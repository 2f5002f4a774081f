import { BrowserPicture } from './browser-picture.tsx'
import { installWords as words } from '#shared/words/english/pages/extension-page.ts'

export function DeveloperPicture() {
  return (
    <BrowserPicture label={words.developerPicture} address="chrome://extensions">
      <text className="title" x="20" y="68">
        {words.extensions}
      </text>
      <text className="label" x="268" y="66" textAnchor="end">
        {words.developerMode}
      </text>
      <rect className="on" x="274" y="55" width="28" height="15" rx="7.5" />
      <circle className="knob" cx="294" cy="62.5" r="5" />
      <rect className="ring-box" x="160" y="46" width="150" height="32" rx="8" />
      <g className="faint">
        <rect x="20" y="96" width="86" height="40" rx="5" />
        <rect x="116" y="96" width="86" height="40" rx="5" />
        <rect x="212" y="96" width="86" height="40" rx="5" />
      </g>
    </BrowserPicture>
  )
}
