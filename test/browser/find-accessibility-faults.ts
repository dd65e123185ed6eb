import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Levels A and AA of the Web Content Accessibility Guidelines 2.0, 2.1 and 2.2. */
const allRules: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}

/** The rules about colors: only colors differ in the dark theme. */
const colorRules: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Returns everything that axe-core reports about the current page in both themes, whatever the impact. Each entry reads
 * `<impact> <rule> (<theme>): <CSS selector>: <what is wrong>`. `within` limits the check to one element.
 */
export async function findAccessibilityFaults(page: Page, within = 'html'): Promise<readonly string[]> {
  const isLoaded = await page.evaluate<boolean>(`typeof axe !== 'undefined'`)
  if (!isLoaded) await page.evaluate(axe.source)
  const inTheLight = await findFaults(page, 'light', allRules, within)
  return [...inTheLight, ...(await findFaults(page, 'dark', colorRules, within))]
}

async function findFaults(
  page: Page,
  theme: 'light' | 'dark',
  runOnly: axe.RunOnly,
  within: string,
): Promise<readonly string[]> {
  await switchTheme(page, theme)
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] }
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  )
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, ...reasons] = failureSummary.split(/\n\s*/)
      return `${impact} ${id} (${theme}): ${target.join(' ')}: ${reasons.join('; ')}`
    }),
  )
}

/** The brightness of the page background, from 0 (black) to 255 (white). */
const brightness = `(() => {
  const colors = [document.body, document.documentElement].map((element) =>
    getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number))
  const [red, green, blue] = colors.find(([, , , alpha]) => alpha !== 0) ?? [255, 255, 255]
  return (red + green + blue) / 3
})()`

/**
 * Waits until every transition has ended, except animations that never end. Styles follow a new setting at once, but scripts
 * are notified in the next frame, before its callbacks: https://html.spec.whatwg.org/#update-the-rendering
 */
const rest = `new Promise(requestAnimationFrame).then(() => Promise.allSettled(document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
  .map((animation) => animation.finished)))`

/**
 * Selects a theme through the system setting. Expects a bright or dark background accordingly, and waits until colors no
 * longer change.
 */
export async function switchTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  const isShown = theme === 'dark' ? `${brightness} < 60` : `${brightness} > 200`
  await expect.poll(() => page.evaluate<boolean>(isShown)).toBe(true)
  await page.evaluate(rest)
}
