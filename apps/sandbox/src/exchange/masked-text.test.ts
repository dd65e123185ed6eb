import { describe, expect, it } from 'vitest'
import { readableBody, splitAtMasks } from './masked-text.ts'
import { sampleBody } from './sample-exchange.fixture.ts'

describe('readableBody', () => {
  it('puts JSON on lines of its own', () => {
    expect(readableBody(sampleBody('{"a":[1]}'))).toBe('{\n  "a": [\n    1\n  ]\n}')
  })

  it('leaves anything else', () => {
    expect(readableBody(sampleBody('{"a":', { isJson: false }))).toBe('{"a":')
  })
})

describe('splitAtMasks', () => {
  it('tells masked values from the rest', () => {
    expect(splitAtMasks('{"pin": "***"}').map(({ text, isMasked }) => [text, isMasked])).toStrictEqual([
      ['{"pin": ', false],
      ['"***"', true],
      ['}', false],
    ])
    expect(splitAtMasks('Bearer ***').at(-1)).toStrictEqual({ text: '***', isMasked: true })
    expect(splitAtMasks('')).toStrictEqual([])
  })
})
