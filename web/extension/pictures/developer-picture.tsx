import { BrowserPicture } from './browser-picture.tsx'

export function DeveloperPicture() {
  return (
    <BrowserPicture
      label="The page chrome://extensions, with the switch Developer mode at the top right, on."
      address="chrome://extensions"
    >
      <text className="title" x="20" y="68">
        Extensions
      </text>
      <text className="label" x="268" y="66" textAnchor="end">
        Developer mode
      </text>
      <rect className="on" x="274" y="55" width="28" height="15" rx="7.5" />
      <circle className="knob" cx="294" cy="62.5" r="5" />
      <rect className="ring-box" x="178" y="46" width="132" height="32" rx="8" />
      <g className="faint">
        <rect x="20" y="96" width="86" height="40" rx="5" />
        <rect x="116" y="96" width="86" height="40" rx="5" />
        <rect x="212" y="96" width="86" height="40" rx="5" />
      </g>
    </BrowserPicture>
  )
}
