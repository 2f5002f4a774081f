/** Style of badge and card. Colours are those of the pages; `.dark` where the page is dark. */
export const badgeStyle = `
:host { all: initial; display: block; margin: 6px 0; position: relative }
.all { --sheet: #fff; --ink: #1d2321; --muted: #565d59; --rule: #d9d4c7; --well: #f1eee6;
  --pass: #155e47; --fail: #9b2318; --skip: #7a5200; --simulated: #85431a;
  font: 13px/1.5 system-ui, sans-serif; color: var(--ink); text-align: start }
.all.dark { --sheet: #1b1f23; --ink: #e6e4dd; --muted: #a5aba6; --rule: #343a3e; --well: #101315;
  --pass: #7cc9a9; --fail: #f19a8c; --skip: #dcb767; --simulated: #e6a877 }
.all.awaited { visibility: hidden }
.pass { --tone: var(--pass) } .fail { --tone: var(--fail) } .skip { --tone: var(--skip) }
.soft, .none { --tone: var(--muted) } .simulated { --tone: var(--simulated) }
button, a { font: inherit; cursor: pointer }
.badge { display: flex; align-items: center; gap: .4em; box-sizing: border-box; height: 1.75em; min-height: 24px;
  width: fit-content; max-width: 100%; padding: 0 .75em 0 .6em; border: 1px solid var(--tone);
  border-radius: 1em; background: var(--sheet); color: var(--tone); font-weight: 500; line-height: 1.5 }
.badge .words { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.mark { min-width: 1em; text-align: center; font-family: system-ui, sans-serif }
.dot { flex: none; width: 6px; height: 6px; border-radius: 3px; background: var(--tone) } .dot[hidden] { display: none }
:focus-visible { outline: 2px solid var(--tone, var(--pass)); outline-offset: 2px }
.card { position: fixed; inset: auto; margin: 0; box-sizing: border-box; width: min(27rem, calc(100vw - 16px)); overflow: auto; padding: 14px 16px; border: 1px solid var(--rule);
  border-top: 4px double var(--tone); border-radius: 6px; background: var(--sheet); color: var(--ink);
  box-shadow: 0 6px 24px rgb(0 0 0 / .22) }
.card h2 { margin: 0 0 4px; font-size: 18px; font-weight: 500; line-height: 1.3; color: var(--tone) }
.card h3 { margin: 10px 0 2px; font-size: 12px; font-weight: 600; color: var(--muted) }
.card p { margin: 0 0 4px } .card ul { margin: 0; padding-inline-start: 18px }
.card code { font: 12px/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
.muted { color: var(--muted); font-size: 12px }
.actions { margin: 10px 0 4px }
.row { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0 }
.row > * { padding: 3px 9px; border: 1px solid var(--rule); border-radius: 4px;
  background: var(--well); color: var(--ink); text-decoration: none; font-size: 12px }
.row > .main { background: var(--ink); border-color: var(--ink); color: var(--sheet); font-weight: 600 }
summary { cursor: pointer; color: var(--muted); font-size: 12px; width: max-content }
.row > :hover { border-color: var(--muted) }
.row [aria-disabled=true] { opacity: .6; cursor: not-allowed }
@media print { :host { display: none } }
`
