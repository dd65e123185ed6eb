import type { Page } from 'playwright-core'

/**
 * Returns the first three elements that make the page wider than its window, each as tag, class and first words. Empty if
 * the page needs no horizontal scrolling. Content that scrolls within its own element, such as a wide code sample, does not
 * count.
 */
export function findOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    const isCut = (element) =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement))
    const isOver = (element) => element.getBoundingClientRect().right > root.clientWidth
    return Array.from(document.body.querySelectorAll('*'))
      .filter((element) => isOver(element) && !isCut(element.parentElement) && !Array.from(element.children).some(isOver))
      .slice(0, 3)
      .map(({ localName, className, textContent }) => [localName, className, textContent.trim().slice(0, 40)].join(' '))
  })()`)
}
