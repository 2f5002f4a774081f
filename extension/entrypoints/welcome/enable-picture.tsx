import { welcomeWords as words } from '#shared/words/english/extension/welcome.ts'

/** A browser with the mark in its toolbar and the popup below it. */
export function EnablePicture() {
  return (
    <svg className="enable-picture" viewBox="0 0 320 200" role="img" aria-label={words.picture}>
      <rect className="window" x="1" y="1" width="318" height="198" rx="8" />
      <path className="line" d="M1 38h318" />
      <circle className="dot" cx="18" cy="20" r="4" />
      <circle className="dot" cx="32" cy="20" r="4" />
      <circle className="dot" cx="46" cy="20" r="4" />
      <rect className="well" x="66" y="10" width="186" height="20" rx="10" />
      <text className="small" x="80" y="24">
        chat.example.com
      </text>
      <circle className="ring" cx="272" cy="20" r="14" />
      <g transform="translate(261 9) scale(.6875)" fill="none" strokeLinecap="round">
        <circle className="ink" cx="16" cy="16" r="14.5" strokeWidth="1.5" />
        <path className="ink" d="M7 18c3-8 5.5-8 5 0s2 5 4-1" strokeWidth="2" />
        <path className="green" d="M14 23c3-8 5.5-8 5 0s2 5 5-2" strokeWidth="2" />
      </g>
      <g className="faint">
        <rect x="24" y="62" width="92" height="9" rx="4.5" />
        <rect x="24" y="80" width="116" height="9" rx="4.5" />
        <rect x="24" y="116" width="104" height="9" rx="4.5" />
        <rect x="24" y="134" width="80" height="9" rx="4.5" />
      </g>
      <rect className="popup-box" x="164" y="46" width="146" height="104" rx="5" />
      <text className="serif" x="178" y="70">
        chat.example.com
      </text>
      <g className="faint">
        <rect x="178" y="82" width="116" height="6" rx="3" />
        <rect x="178" y="94" width="92" height="6" rx="3" />
      </g>
      <rect className="go" x="178" y="112" width="118" height="24" rx="3" />
      <text className="on-go" x="237" y="128">
        {words.pictureButton}
      </text>
    </svg>
  )
}
