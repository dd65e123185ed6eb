import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { switchTheme } from './switch-theme.ts'

/** Levels A and AA of the Web Content Accessibility Guidelines 2.0, 2.1 and 2.2. */
const allRules: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}

/** The rules about colors: nothing else differs in the dark theme. */
const colourRules: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Everything that axe-core reports about the page as it is now shown, in both themes and of any impact, each as `<impact> <rule> (<theme>): <CSS selector>: <what is wrong>`. `within` limits it to an element.
 */
export async function findAccessibilityFaults(page: Page, within = 'html'): Promise<readonly string[]> {
  const isLoaded = await page.evaluate<boolean>(`typeof axe !== 'undefined'`)
  if (!isLoaded) await page.evaluate(axe.source)
  const inTheLight = await findFaults(page, 'light', allRules, within)
  return [...inTheLight, ...(await findFaults(page, 'dark', colourRules, within))]
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
