import { describe, expect, it } from 'vitest'
import { textFormats } from './format-texts/format-languages.ts'
import { isFormat } from './formats.ts'
import { nearMissTexts } from './near-miss-texts.ts'

describe('nearMissTexts', () => {
  it.each(textFormats)('has only texts that are no %s', (format) => {
    expect(nearMissTexts(format).filter((text) => isFormat(format, text))).toEqual([])
  })

  it('begins with what no check can take', () => {
    expect(nearMissTexts('date').slice(0, 2)).toEqual(['not-a-date', 'tomorrow'])
  })

  it('has a day that the calendar lacks', () => {
    expect(nearMissTexts('date')).toContain('2023-02-30')
  })

  it.each(['password', 'binary', 'int32', 'x-unknown'])('has none for %s', (format) => {
    expect(nearMissTexts(format)).toEqual([])
  })
})
