import { describe, expect, it } from 'vitest'
import { repairLanguage } from './repair-language.ts'

/** A browser whose language is inherited, as that of a real one. */
const browserOf = (language: string): { readonly language: string } => Object.create({ language })

describe('repairLanguage', () => {
  it('replaces what is no language tag', () => {
    const browser = browserOf('en-US@posix')
    repairLanguage(browser)
    expect(browser.language).toBe('en-US')
    expect(() => new Intl.NumberFormat(browser.language)).not.toThrow()
  })

  it('leaves a language as it is', () => {
    const browser = browserOf('de-CH')
    repairLanguage(browser)
    expect(browser.language).toBe('de-CH')
  })
})
