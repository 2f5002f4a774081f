// Preloaded into a gateway: SIGUSR2 sets its clock ahead, ten minutes where CLOCK_STEP_MS says nothing else, and the next one back.
// With CLOCK_STEP_ALL the clock that never goes back is set, too, as if the time had passed.
const stepMs = Number(process.env['CLOCK_STEP_MS'] ?? 600_000)
let offMs = 0
const now = Date.now.bind(Date)
const Real = Date

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(now() + offMs)
    else super(...given)
  }

  static now() {
    return now() + offMs
  }
}

if (process.env['CLOCK_STEP_ALL'] !== undefined) {
  const monotonic = performance.now.bind(performance)
  performance.now = () => monotonic() + offMs
}

process.on('SIGUSR2', () => {
  offMs = offMs === 0 ? stepMs : 0
  process.stdout.write(`The clock is ${offMs} ms ahead.\n`)
})
