import * as fc from 'fast-check'
import { parse, stringify } from 'yaml'
import { describe, expect, test } from 'vitest'
import { equalJson, own, parseJson } from '@contract-kit/json-schema/json'
import { parseDocumentText } from './parse-document.ts'

const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[-+]?[0-9_.eEoxX:]{1,8}$/),
  fc.constantFrom(
    '~',
    'Null',
    'yes',
    'TRUE',
    '<<',
    '.inf',
    '-.INF',
    '.NaN',
    '2026-01-02',
    'a: b',
    '- a',
    '#',
    ' a\n b\n',
  ),
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constantFrom(null, true, false),
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1 }), tie('value'), { maxKeys: 3 }),
  ),
}))

describe('parseDocumentText', () => {
  test('for any value, parses its YAML to an equal value', () => {
    fc.assert(
      fc.property(
        value,
        fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'BLOCK_FOLDED'),
        fc.boolean(),
        (given, style, isFlow) => {
          const text = stringify(given, {
            defaultStringType: style,
            defaultKeyType: 'PLAIN',
            collectionStyle: isFlow ? 'flow' : 'block',
            aliasDuplicateObjects: false,
          })
          const found = parseDocumentText(text, 'It')
          expect([found, equalJson(found, parseJson(JSON.stringify(given)))]).toStrictEqual([found, true])
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('for any plain text, reads the scalar that another reader of YAML 1.2 finds', () => {
    const plain = fc.oneof(
      fc.stringMatching(/^[-+]?[0-9_.eEoxX]{1,8}$/),
      fc.stringMatching(/^[-+]?(0[ox])?[0-9]{1,22}(\.[0-9]{0,3})?(e[-+]?[0-9]{1,2})?$/),
      fc.stringMatching(/^[~nNulLtTrRueEfFasSyYoO.]{1,5}$/),
    )
    fc.assert(
      fc.property(plain, (text) => {
        const expected: unknown = parse(`a: ${text}`, { intAsBigInt: true }).a
        const found = own(parseDocumentText(`a: ${text}`, 'It'), 'a')
        const isKnown = typeof expected !== 'number' || Number.isFinite(expected)
        expect([found, equalJson(found, isKnown ? expected : null)]).toStrictEqual([found, true])
      }),
      { numRuns: 3000 },
    )
  })

  test('ignores tags that it does not know', () => {
    expect(parseDocumentText('a: !Sub "${x}"\nb: !Seq [1]\nc: !Map { d: 1 }', 'It')).toStrictEqual({
      a: '${x}',
      b: [1],
      c: { d: 1 },
    })
  })

  test('copies what aliases stand for', () => {
    const read = parseDocumentText('a: &a { b: [1] }\nc: *a\nd: { <<: *a, e: 2 }', 'It') as Record<
      string,
      object
    >
    expect(read).toStrictEqual({ a: { b: [1] }, c: { b: [1] }, d: { b: [1], e: 2 } })
    expect(read['a']).not.toBe(read['c'])
  })

  test.each([
    ['a: &a [*a]', 'It has YAML anchors that cannot be resolved: one of them stands within itself.'],
    ['a: 1\na: 2', /^It is neither JSON nor YAML at line 2, column 1: [^\n]+\.$/],
    ['a: 1\n---\nb: 2', 'It is neither JSON nor YAML: there is more than one document.'],
  ])('reports the error in %j', (text, message) => {
    expect(() => parseDocumentText(text, 'It')).toThrow(message)
  })
})
