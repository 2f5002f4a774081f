import { dispatchTo, NativeEvent } from './natives.ts'

/** Name of the event that hands the port over, before the page's first script runs. */
const handshakeEvent = 'countersign-port'

/** The page's half: a private channel to the content script of this extension, handed over synchronously. */
export function offerPort(scope: Window): MessagePort {
  const { port1, port2 } = new MessageChannel()
  scope.dispatchEvent(new MessageEvent(handshakeEvent, { ports: [port2] }))
  // Whichever script comes first: the other one asks.
  scope.addEventListener(
    `${handshakeEvent}-wanted`,
    () => scope.dispatchEvent(new MessageEvent(handshakeEvent, { ports: [port2] })),
    { once: true },
  )
  return port1
}

/** Whether the content script is there still: Firefox ends it with its extension, and what it was told nobody hears. */
export function isHeard(scope: Window): boolean {
  return !dispatchTo(scope, new NativeEvent(handshakeEvent, { cancelable: true }))
}

/** Name of the event that comes before the message about an answer. */
const comingEvent = 'countersign-coming'

/** Tells the content script at once that an answer begins to come. A message on the port may come after the page drew the answer. */
export function tellComing(scope: Window): void {
  dispatchTo(scope, new NativeEvent(comingEvent))
}

/** A page can send this event, too, and gets nothing but room for a badge. */
export function hearComing(scope: Window, heard: () => void): void {
  scope.addEventListener(
    comingEvent,
    (event) => {
      event.stopImmediatePropagation()
      heard()
    },
    true,
  )
}

/** The content script's half. The first port counts, and no other. */
export function receivePort(scope: Window, received: (port: MessagePort) => void): void {
  let take = received
  scope.addEventListener(
    handshakeEvent,
    (event) => {
      event.stopImmediatePropagation()
      event.preventDefault()
      const port = (event as MessageEvent).ports?.[0]
      if (!port) return
      take(port)
      take = () => {}
    },
    true,
  )
  scope.dispatchEvent(new Event(`${handshakeEvent}-wanted`))
}
