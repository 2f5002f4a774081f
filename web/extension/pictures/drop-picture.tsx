import { BrowserPicture } from './browser-picture.tsx'
import { installWords as words } from '#shared/words/english/pages/extension-page.ts'

export function DropPicture() {
  return (
    <BrowserPicture label={words.dropPicture} address="chrome://extensions">
      <rect className="drop" x="20" y="52" width="280" height="84" rx="8" />
      <path className="arrow" d="M264 44c4 22-18 46-62 48m10-8-11 8 11 8" />
      <path className="file" d="M136 66h30l12 12v44h-42z" />
      <path className="line" d="M166 66v12h12" />
      <text className="label" x="157" y="106" textAnchor="middle">
        .zip
      </text>
    </BrowserPicture>
  )
}
