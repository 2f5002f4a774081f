/** Colours and shapes of `shared/ui/`, for a page that is served by a command that may be one bundled file. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --paper: light-dark(#faf8f3, #14171a);
  --sheet: light-dark(#ffffff, #1b1f23);
  --ink: light-dark(#1d2321, #e6e4dd);
  --soft: light-dark(#565d59, #a5aba6);
  --rule: light-dark(#d9d4c7, #343a3e);
  --pass: light-dark(#155e47, #7cc9a9);
  --fail: light-dark(#9b2318, #f19a8c);
  --skip: light-dark(#7a5200, #dcb767);
  --simulated: light-dark(#85431a, #e6a877);
  --link: light-dark(#155e47, #8fd3b6);
  --serif:
    ui-serif, 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif;
  --sans: system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Consolas, monospace;
}
*, *::before, *::after { box-sizing: border-box; }
body { background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); margin: 0; }
.masthead, main { margin: 0 auto; max-width: 62rem; padding: 1rem; }
.masthead { border-bottom: 1px solid var(--rule); }
.wordmark { font: 500 1.15rem/1 var(--serif); margin: 0; }
h1 { font: 500 1.7rem/1.2 var(--serif); }
h2 { font: 500 1.2rem/1.2 var(--serif); margin-top: 2rem; }
h3 { color: var(--soft); font: 600 0.85rem/1.4 var(--sans); margin: 1rem 0 0; }
p { max-width: 68ch; overflow-wrap: anywhere; }
dl { display: grid; gap: 0.2rem 1rem; grid-template-columns: max-content minmax(0, 1fr); }
dt { color: var(--soft); }
dd { font: 0.9em/1.7 var(--mono); margin: 0; overflow-wrap: anywhere; }
ol { list-style: none; padding: 0; }
ol > li { background: var(--sheet); border: 1px solid var(--rule); border-radius: 3px; margin-top: 0.5rem; }
ul { margin: 0.2rem 0; padding-left: 1.2rem; }
ul > li { max-width: 68ch; overflow-wrap: anywhere; }
details { padding: 0 0.8rem; }
details[open] { padding-bottom: 0.8rem; }
summary { align-items: baseline; cursor: pointer; display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; padding: 0.6rem 0; }
.status { color: var(--tone); font-weight: 600; }
.model { flex: 1 1 10rem; overflow-wrap: anywhere; }
time { color: var(--soft); font-variant-numeric: tabular-nums; }
.tone-pass { --tone: var(--pass); }
.tone-soft { --tone: var(--ink); }
.tone-fail { --tone: var(--fail); }
.tone-skip { --tone: var(--skip); }
.tone-simulated { --tone: var(--simulated); }
.tone-none { --tone: var(--soft); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 30rem) { dl { grid-template-columns: minmax(0, 1fr); } }
`

/** Puts each request in the list as it ends. What it is handed is escaped already. */
export const pageScript = `const list = document.getElementById('requests')
const summary = document.getElementById('summary')
const source = new EventSource('/page/events?after=' + encodeURIComponent(list.dataset.last))
source.addEventListener('request', (event) => {
  const told = JSON.parse(event.data)
  list.insertAdjacentHTML('afterbegin', told.html)
  summary.textContent = told.summary
})
source.addEventListener('other-run', () => location.reload())
`
