import type { WhyInClear } from '#shared/judge/state/why-in-clear.ts'
import type { TabPlace } from '../tab/tab-store.ts'
import { textDigests } from '../../vault/text-digest.ts'

/** Requests that pages sent themselves, and whose answers may still come. */
const mostPassed = 64

interface PassedRequest {
  readonly place: TabPlace
  /** Names it among the answers of its tab. */
  readonly key: string
  /** Text of its body: a page that is loaded anew counts from the beginning. Not it is kept, but its digest. */
  readonly request: string | null
}

type Known = readonly (readonly [name: string, why: WhyInClear])[]

/** The reasons are in the storage of the session, since the worker may be stopped before the answer comes. */
async function readPassed(): Promise<Known> {
  const { passed = [] } = (await chrome.storage.session.get('passed')) as { passed?: Known }
  return passed
}

/** The page sends it in clear now, for this reason. */
export async function notePassed(request: PassedRequest, why: WhyInClear): Promise<void> {
  const name = await nameOf(request)
  await navigator.locks.request('passed', async () => {
    const others = (await readPassed()).filter(([each]) => each !== name)
    await chrome.storage.session.set({ passed: [...others, [name, why]].slice(-mostPassed) })
  })
}

/** Why the request of this answer was not encrypted; null where that was not wanted. */
export async function whyPassed(request: PassedRequest): Promise<WhyInClear | null> {
  const [name, known] = await Promise.all([nameOf(request), readPassed()])
  return known.find(([each]) => each === name)?.[1] ?? null
}

async function nameOf({ place, key, request }: PassedRequest): Promise<string> {
  const [digest] = await textDigests(place.origin, [request ?? ''])
  return JSON.stringify([place.tabId, key, digest])
}
