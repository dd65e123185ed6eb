import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFormatLanguage, textFormats } from './format-languages.ts'
import { isFormat } from './formats.ts'
import { matchesPattern } from './match-pattern.ts'
import { textsOf } from './texts.ts'

const draw = (pattern: string): readonly string[] => {
  const supply = textsOf({ patterns: [pattern] })
  return supply.kind === 'some' ? sample(supply.texts, { seed: 1, numRuns: 400 }) : []
}

const ajv = new Ajv2020({ validateFormats: true })
addFormats.default(ajv)
const notOfAjv = (format: string, texts: readonly string[]): readonly string[] => {
  const validate = ajv.compile({ type: 'string', format })
  return texts.filter((text) => !validate(text))
}

const ajvFormats = textFormats.filter((format) => Object.hasOwn(ajv.formats, format))

const takenBy = (format: string): readonly string[] => findFormatLanguage(format)?.taken.flatMap(draw) ?? []
const refusedBy = (format: string): readonly string[] =>
  findFormatLanguage(format)?.refused.flatMap(draw) ?? []

describe('findFormatLanguage', () => {
  it.each(textFormats)('has texts of %s that the judge takes', (format) => {
    expect(takenBy(format).filter((text) => !isFormat(format, text))).toEqual([])
  })

  it.each(textFormats)('has texts that are no %s to the judge', (format) => {
    expect(refusedBy(format).filter((text) => isFormat(format, text))).toEqual([])
  })

  it.each(textFormats)('has patterns for %s that all have texts', (format) => {
    const { taken = [], refused = [] } = findFormatLanguage(format) ?? {}
    expect([...taken, ...refused].filter((pattern) => draw(pattern).length === 0)).toEqual([])
  })

  it.each(textFormats)('has an envelope around all of %s', (format) => {
    const envelope = findFormatLanguage(format)?.envelope ?? ''
    expect(takenBy(format).filter((text) => !matchesPattern(envelope, text))).toEqual([])
  })

  it.each(ajvFormats)('has texts of %s that Ajv takes', (format) => {
    expect(notOfAjv(format, takenBy(format))).toEqual([])
  })

  it.each(ajvFormats)('has texts that are no %s to Ajv', (format) => {
    expect(notOfAjv(format, refusedBy(format))).toEqual(refusedBy(format))
  })

  it('knows nothing of formats that say nothing', () => {
    expect([findFormatLanguage('password'), findFormatLanguage('toString')]).toEqual([undefined, undefined])
  })
})
