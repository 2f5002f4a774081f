import type { Frontend } from './frontend.ts'
import { betterChatgpt } from './frontends/better-chatgpt.ts'
import { generic } from './frontends/generic.ts'
import { nextchat } from './frontends/nextchat.ts'
import { sillytavern } from './frontends/sillytavern.ts'

/** First match counts; `generic` is last, since it matches every page. */
export const frontends: readonly Frontend[] = [betterChatgpt, nextchat, sillytavern, generic]

export function frontendFor(page: Document): Frontend {
  return frontends.find((frontend) => frontend.matches(page)) ?? generic
}
