import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Json, JsonObject } from './json.ts'
import { toYaml } from './yaml.ts'

/** Texts that some reader of YAML takes for something else, and pieces that they are made of. */
const telling = fc.constantFrom(
  ...'no Yes on OFF y N ~ null Null true = << - ? : # & * ! | > % @ ` { } [ ] , 12:30:45 1:30.5 2026-01-02 2026-1-2 0o17 017 0b11 0x1F 1_000 +12 .5 5. 1e3 1.5e+3 .inf -.INF .NaN --- ...'.split(
    ' ',
  ),
  '2026-01-02T03:04:05Z',
  '2026-01-02 03:04:05',
  'a: b',
  'a #b',
  ' a',
  'a ',
  'a\n',
  '\n a',
  'a\u0085b',
  'a\u2028b',
  '\u2029',
  '\uFEFF',
  '',
)
const text = fc.oneof(telling, fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+]?[0-9_:.ebox]{1,8}$/))
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    number,
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }) as fc.Arbitrary<JsonObject>,
  ),
}))

describe('toYaml', () => {
  it('for any document, writes what readers of YAML 1.1 and 1.2 find in it', () => {
    fc.assert(
      fc.property(value, (given) => {
        const document = JSON.parse(JSON.stringify({ given })) as JsonObject
        const written = toYaml(document)
        expect(parse(written, { version: '1.2' })).toStrictEqual(document)
        expect(parse(written, { version: '1.1' })).toStrictEqual(document)
      }),
      { numRuns: 2000 },
    )
  })

  it('quotes texts that YAML 1.1 takes for something else', () => {
    const texts = ['no', 'on', '12:30:45', '2026-01-02', '0o17', '1_000', '=', '<<', '~']
    expect(toYaml({ texts })).toBe(`texts:\n${texts.map((one) => `  - "${one}"\n`).join('')}`)
  })

  it('writes exponents with the decimal point that YAML 1.1 asks for', () => {
    expect(toYaml({ large: 1e21, small: 1e-7 })).toBe('large: 1.0e+21\nsmall: 1.0e-7\n')
  })

  it('escapes what YAML 1.1 takes for the end of a line', () => {
    expect(toYaml({ 'a\u2028': 'b\u0085c' })).toBe(String.raw`"a\u2028": "b\u0085c"` + '\n')
  })
})
