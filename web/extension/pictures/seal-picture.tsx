interface SealPictureProps {
  readonly x: number
  readonly y: number
}

/** The extension's mark, 18 wide, in a drawing. */
export function SealPicture({ x, y }: SealPictureProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(.5625)`} fill="none" strokeLinecap="round">
      <circle className="ink" cx="16" cy="16" r="14.5" strokeWidth="1.75" />
      <path className="ink" d="M7 18c3-8 5.5-8 5 0s2 5 4-1" strokeWidth="2.2" />
      <path className="green" d="M14 23c3-8 5.5-8 5 0s2 5 5-2" strokeWidth="2.2" />
    </g>
  )
}
