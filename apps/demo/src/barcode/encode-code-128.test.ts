import { describe, expect, it } from 'vitest'
import { code128Widths } from './code-128-widths.ts'
import { isCode128Text, toCode128Modules, toCode128Symbols } from './encode-code-128.ts'

const drawn = (contents: string): string =>
  toCode128Modules(contents)
    .map((isBar) => (isBar ? '1' : '0'))
    .join('')

describe('code128Widths', () => {
  it('has 106 symbols of eleven modules and a stop of thirteen', () => {
    const sums = code128Widths.map((widths) => Array.from(widths, Number).reduce((sum, width) => sum + width))
    expect(sums).toStrictEqual([...Array.from({ length: 106 }, () => 11), 13])
  })

  it('has an even number of bar modules in every symbol', () => {
    const odd = code128Widths.slice(0, 106).filter((widths) => {
      const [first, , third, , fifth] = Array.from(widths, Number)
      return ((first ?? 0) + (third ?? 0) + (fifth ?? 0)) % 2 === 1
    })
    expect(odd).toStrictEqual([])
  })

  it('has no symbol twice', () => {
    expect(new Set(code128Widths).size).toBe(107)
  })
})

describe('toCode128Symbols', () => {
  it('checks a text of code set B', () => {
    expect(toCode128Symbols('Wikipedia')).toStrictEqual([104, 55, 73, 75, 73, 80, 69, 68, 73, 65, 88, 106])
    expect(toCode128Symbols('PJJ123C')).toStrictEqual([104, 48, 42, 42, 17, 18, 19, 35, 55, 106])
  })

  it('takes digits in pairs', () => {
    expect(toCode128Symbols('123456')).toStrictEqual([105, 12, 34, 56, 44, 106])
    expect(toCode128Symbols('9901730518264907')).toHaveLength(1 + 8 + 2)
  })

  it('changes the code set before digits at the end', () => {
    expect(toCode128Symbols('A1234').slice(0, -2)).toStrictEqual([104, 33, 99, 12, 34])
    expect(toCode128Symbols('12345').slice(0, -2)).toStrictEqual([104, 17, 99, 23, 45])
    expect(toCode128Symbols('A12').slice(0, -2)).toStrictEqual([104, 33, 17, 18])
  })

  it('rejects characters outside the code sets', () => {
    expect(() => toCode128Symbols('Käse')).toThrow(RangeError)
    expect(() => toCode128Symbols('')).toThrow(RangeError)
    expect(isCode128Text('A\n')).toBe(false)
  })
})

describe('toCode128Modules', () => {
  it('draws start, data, check and stop', () => {
    expect(drawn('A')).toBe(['11010010000', '10100011000', '10001011000', '1100011101011'].join(''))
    expect(drawn('00')).toBe(['11010011100', '11011001100', '11001100110', '1100011101011'].join(''))
  })
})
