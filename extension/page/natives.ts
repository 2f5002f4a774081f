// The page's builtins as they are before its first script. A page that replaces one later reads nothing
// here that it could not read anyway, but it cannot make the hook fail or answer in its place.

const { apply: call, construct: make } = Reflect

export const reflectApply = call
export const reflectConstruct = make
export const NativeResponse = Response
export const NativeRequest = Request
export const NativeHeaders = Headers
export const NativeReadableStream = ReadableStream
export const NativeTextDecoder = TextDecoder
export const NativeTextEncoder = TextEncoder
export const NativeURL = URL
export const NativeArrayBuffer = ArrayBuffer
export const NativeBlob = Blob
export const NativeMap = Map
export const NativeWeakMap = WeakMap
export const NativePromise = Promise
export const NativeRegExp = RegExp
export const NativeDOMException = DOMException
export const NativeURLSearchParams = URLSearchParams
export const NativeEvent = Event
export const nativeSetInterval = setInterval
export const nativeClearInterval = clearInterval
export const defineProperty = Object.defineProperty
export const { deleteProperty } = Reflect
export const parseJson = JSON.parse
export const writeJson = JSON.stringify
export const isView = ArrayBuffer.isView
const { exec } = RegExp.prototype
const { clone } = Response.prototype
const nativePost = MessagePort.prototype.postMessage
const nativeListen = EventTarget.prototype.addEventListener
const nativeDispatch = EventTarget.prototype.dispatchEvent

export function postTo(port: MessagePort, message: unknown): void {
  call(nativePost, port, [message])
}

/** @returns false where a listener prevented what would come of it */
export function dispatchTo(target: EventTarget, event: Event): boolean {
  return call(nativeDispatch, target, [event]) as boolean
}

export function cloneOf(response: Response): Response {
  return call(clone, response, []) as Response
}

export function matches(pattern: RegExp, text: string): boolean {
  return call(exec, pattern, [text]) !== null
}

export function listenTo(
  target: EventTarget,
  type: string,
  listener: (event: never) => void,
  options?: AddEventListenerOptions,
): void {
  call(nativeListen, target, [type, listener, options])
}
