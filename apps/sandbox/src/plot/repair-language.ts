/**
 * Gives the browser a valid language. uPlot creates formats for `navigator.language` when it is loaded, and throws if that is not
 * a language tag (RFC 5646). A headless browser under the locale `C` has an invalid one: `en-US@posix`.
 */
export function repairLanguage(browser: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(browser.language)
  } catch {
    Object.defineProperty(browser, 'language', { value: 'en-US', configurable: true })
  }
}
