import { dateTimeLanguages } from './date-time-languages.ts'
import type { FormatLanguage } from './format-language.ts'
import { networkLanguages } from './network-languages.ts'
import { otherLanguages } from './other-languages.ts'
import { referenceLanguages } from './reference-languages.ts'

const languages: ReadonlyMap<string, FormatLanguage> = new Map(
  Object.entries({ ...dateTimeLanguages, ...networkLanguages, ...referenceLanguages, ...otherLanguages }),
)

/** The names of all formats that say something about a text. */
export const textFormats: readonly string[] = [...languages.keys()]

/** What is known of a format; undefined for one that says nothing about a text, such as `password` or `binary`. */
export const findFormatLanguage = (format: string): FormatLanguage | undefined => languages.get(format)
