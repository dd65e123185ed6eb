import { findFormatLanguage } from './format-texts/format-languages.ts'

/**
 * Texts that are not of a format, the same in every run: first those that no check can take for one, last those that
 * only a check of the meaning finds, such as `2023-02-30`. None for a format that says nothing about a text.
 */
export const nearMissTexts = (format: string): readonly string[] => {
  const language = findFormatLanguage(format)
  return language === undefined ? [] : [...language.blatant, ...language.near]
}
