// Preloaded into a gateway: SIGUSR2 sets its clock ten minutes ahead, and the next one back.
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

process.on('SIGUSR2', () => {
  offMs = offMs === 0 ? 600_000 : 0
})
