import { expect } from 'vitest'
import type { ExtensionOnScreen } from './open-on-screen.ts'
import type { Screen } from '../browser/start-screen.ts'

/** What a person does with the popup and with the browser's own prompt. */
export interface Keyboard {
  /** In the popup, goes from one thing to the next until these words have the focus. */
  goTo(words: string): Promise<void>
  /** The same in the popup that is open. */
  goOnTo(words: string): Promise<void>
  /** Whether the browser's prompt stands: it darkens the page, which is white. */
  readonly isAsked: () => boolean
  /** Goes from Deny, which has the focus, to Allow. */
  allow(): Promise<void>
}

export function atKeyboard(screen: Screen, extension: ExtensionOnScreen): Keyboard {
  const isAsked = () => screen.brightness(screen.width / 2, screen.height - 60) < 200

  /** Presses a key until it was heard: a prompt is deaf in its first moments, and to keys in quick succession. */
  async function pressUntil(key: string, isHeard: () => boolean): Promise<void> {
    await expect
      .poll(
        () => {
          if (!isHeard()) screen.press(key)
          return isHeard()
        },
        { interval: 1_000 },
      )
      .toBe(true)
  }

  async function goOnTo(words: string): Promise<void> {
    await expect
      .poll(
        async () => {
          const at = await extension.focused()
          if (at !== words) screen.press('Tab')
          return at
        },
        { interval: 100 },
      )
      .toBe(words)
  }

  return {
    isAsked,
    goOnTo,
    async goTo(words) {
      await extension.openPopup()
      await goOnTo(words)
    },
    async allow() {
      await expect.poll(isAsked).toBe(true)
      let picture = ''
      await expect
        .poll(
          () => {
            const before = picture
            picture = screen.picture()
            return picture === before
          },
          { interval: 300 },
        )
        .toBe(true)
      await pressUntil('Tab', () => screen.picture() !== picture)
      await pressUntil('Return', () => !isAsked())
    },
  }
}
