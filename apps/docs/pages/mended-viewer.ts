/** The one thing a page would fetch by itself: the logo of the tool that made it. It hides when it cannot load. */
const logo = /https:\/\/cdn\.redoc\.ly\/redoc\/[a-z-]+\.svg/g

/** The name of the menu of examples, which hides the example that it shows from those who cannot see it. */
const hidingName = '"aria-label":`Example`'

/** The button that clears the search field: an icon without a name. */
const namelessButton = /(?=icon:\(0,\w+\.jsx\)\(\w+,\{\}\),tabIndex:-1\})/g

/**
 * A page of the reference viewer, mended: no address that a reader's browser would fetch on its own, and no button that
 * a screen reader cannot name, or names as something else than it shows (WCAG 4.1.2, 2.5.3).
 */
export function toMendedViewer(html: string): string {
  return html
    .replaceAll(logo, 'data:,')
    .replaceAll(hidingName, '"aria-label":void 0')
    .replaceAll(namelessButton, '"aria-label":`Clear`,')
}
