/**
 * Gives the browser a language that is one. uPlot makes formats for `navigator.language` as it is loaded, and throws where
 * that is no language tag (RFC 5646), as in a headless browser under the locale `C`: `en-US@posix`.
 */
export function repairLanguage(browser: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(browser.language)
  } catch {
    Object.defineProperty(browser, 'language', { value: 'en-US', configurable: true })
  }
}
