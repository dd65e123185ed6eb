import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** How bright the page is behind its text, from 0 (black) to 255 (white). */
const brightness = `(() => {
  const colours = [document.body, document.documentElement].map((element) =>
    getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number))
  const [red, green, blue] = colours.find(([, , , alpha]) => alpha !== 0) ?? [255, 255, 255]
  return (red + green + blue) / 3
})()`

/**
 * Ends when every transition has ended. What moves for ever is not waited for. Styles follow a new setting at once, but
 * scripts hear of it only with the next frame, before its callbacks: https://html.spec.whatwg.org/#update-the-rendering
 */
const rest = `new Promise(requestAnimationFrame).then(() => Promise.allSettled(document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
  .map((animation) => animation.finished)))`

/**
 * Asks for a theme as the system's setting does. Expects that the background becomes bright or dark accordingly, and
 * waits until no color changes any more.
 */
export async function switchTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  const isShown = theme === 'dark' ? `${brightness} < 60` : `${brightness} > 200`
  await expect.poll(() => page.evaluate<boolean>(isShown)).toBe(true)
  await page.evaluate(rest)
}
