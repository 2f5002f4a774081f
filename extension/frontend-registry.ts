import type { Frontend } from './frontend.ts'
import { betterChatgpt } from './frontends/better-chatgpt.ts'
import { bigAgi } from './frontends/big-agi.ts'
import { deepChat } from './frontends/deep-chat.ts'
import { generic } from './frontends/generic.ts'
import { librechat } from './frontends/librechat.ts'
import { lobehub } from './frontends/lobehub.ts'
import { nextchat } from './frontends/nextchat.ts'
import { openWebui } from './frontends/open-webui.ts'
import { risuai } from './frontends/risuai.ts'
import { sillytavern } from './frontends/sillytavern.ts'

/** First match counts; `generic` is last, since it matches every page. */
export const frontends: readonly Frontend[] = [
  sillytavern,
  openWebui,
  librechat,
  lobehub,
  risuai,
  bigAgi,
  nextchat,
  betterChatgpt,
  deepChat,
  generic,
]

export function frontendFor(page: Document): Frontend {
  return frontends.find((frontend) => frontend.matches(page)) ?? generic
}
