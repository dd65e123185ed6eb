import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJudge, invalidValues, validValues } from '../index.ts'

const label = 'a'.repeat(63)
const longestHost = [label, label, label, 'a'.repeat(61)].join('.')
const uuid = '123e4567-e89b-12d3-a456-42661417400'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Decisions that the JSON-Schema-Test-Suite leaves open: ambiguous values count as valid. */
const cases: Readonly<Record<string, readonly [valid: readonly unknown[], invalid: readonly unknown[]]>> = {
  password: [['', 'x'], []],
  date: [
    [1, null, true, [], {}, '2000-02-29'],
    words('1900-02-29 2023-00-10 2023-01-00 2023-04-31 23-01-01'),
  ],
  'date-time': [
    ['2024-02-29 23:59:59.5+14:00', ...words('2024-02-29t23:59:59z 2017-01-01T00:59:60+01:00')],
    ['', '2024-01-01T00:00:00Z\n', ...words('2024-01-01T00:00Z 2024-01-01_00:00:00Z 2024-01-01T00:00:00.Z')],
  ],
  duration: [
    words('P1Y2M3DT4H5M6S P3W PT0.5S PT1,5M P1YT1S PT36H'),
    words('P PT P1DT P1S PT1.5H2M P1.S P-1D P1M1Y'),
  ],
  email: [
    ['"a b"@example.com', ...words('a@localhost a@[192.0.2.1] a@[IPv6:2001:db8::1]')],
    ['a b@example.com', ...words('a@ a@b@example.com a@-example.com a@[192.0.2.256] ä@example.com')],
  ],
  'idn-email': [words('ä@bücher.example 用户@例子.广告'), words('ä @bücher.example ä@-x.example')],
  hostname: [
    ['localhost', 'a.example.', 'XN--BCHER-KVA.example', label, longestHost, `${longestHost}.`],
    ['', '.', 'bücher.example', `a${label}`, `${longestHost}a`, `${longestHost}a.`],
  ],
  'idn-hostname': [
    ['BÜCHER.example', label, longestHost],
    ['', 'bü cher', 'xn--a\u{80}', `${'ü'.repeat(60)}.example`, `a${label}`, `${longestHost}a`],
  ],
  uri: [
    words('urn:isbn:0451450523 data:,a%20b http://[v1.a:b]/ file:///etc/hosts http://localhost:/'),
    words('http://a:b/ a_b:c ://a http://a/#b#c http://[::1 http://a/%zz http://bücher.example'),
  ],
  'uri-template': [words("it's/{a.b} {+path}/{%41}"), words('{} {a:0} {a:10000} {a,} %4 {%4} {*a}')],
  uuid: [['ffffffff-ffff-ffff-ffff-ffffffffffff'], [`${uuid}g`, `{${uuid}0}`, `urn:uuid:${uuid}0`]],
  regex: [
    ['', '[\\w\\-]'],
    ['(', 'a{2,1}'],
  ],
  byte: [['', 'YWJj\r\nYWJj', ...words('YQ== YQ YWJj a-_b a+/b')], words('Y YWJjY YQ=== = a*bc YQ==YQ== ä')],
  int32: [
    [0, -(2 ** 31), 2 ** 31 - 1, 1e3, 'x', null, [], {}],
    [2 ** 31, -(2 ** 31) - 1, 0.5],
  ],
  int64: [
    [2 ** 53, 2 ** 63, -(2 ** 63)],
    [2 ** 64, -(2 ** 64), 0.5, Infinity],
  ],
  float: [
    [0.1, 3.4e38, -1],
    [3.5e38, 1e300, -Infinity],
  ],
  double: [[1e308], [Infinity]],
}

describe('a judge of formats', () => {
  it.each([...Object.entries(cases), ['toString', [['', 1], []]] as const])(
    'judges %s',
    (format, [valid, invalid]) => {
      const judge = createJudge({ format })
      expect(valid.filter((value) => judge(value).length > 0)).toEqual([])
      expect(invalid.filter((value) => judge(value).length === 0)).toEqual([])
    },
  )
})

const ajv = new Ajv2020({ validateFormats: true })
addFormats.default(ajv)
/** The text formats that Ajv judges as well. */
const textFormats = words(
  'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uri-template uuid json-pointer relative-json-pointer regex byte',
)

describe('texts of a format', () => {
  it.each(textFormats)('are %s to Ajv, and broken ones are not', (format) => {
    const schema = { type: 'string', format }
    const isRight = ajv.compile(schema)
    const kept = sample(validValues(schema), { seed: 1, numRuns: 30 })
    const broken = sample(invalidValues(schema), { seed: 1, numRuns: 60 }).filter(
      (each) => each.keyword === 'format',
    )
    expect(kept.filter((value) => !isRight(value))).toEqual([])
    expect(broken.length).toBeGreaterThan(10)
    expect(broken.filter(({ value }) => isRight(value))).toEqual([])
  })

  it.each([
    { format: 'date', pattern: '-02-29$' },
    { format: 'date-time', pattern: '\\+02:00$' },
    { format: 'email', maxLength: 7 },
    { format: 'email', minLength: 100, maxLength: 120 },
    { format: 'email', pattern: '@example\\.com$', not: { pattern: '^a' } },
    { format: 'uri', pattern: '^ftp:', maxLength: 12 },
    { format: 'hostname', minLength: 253, maxLength: 253 },
    { format: 'x-unknown', minLength: 2 },
    { not: { format: 'date' }, pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    { not: { format: 'ipv4' }, pattern: '^\\d+\\.\\d+\\.\\d+\\.\\d+$' },
  ])('keep what else is said: %j', (rest) => {
    const schema = { type: 'string', ...rest }
    const judge = createJudge(schema)
    const values = sample(validValues(schema), { seed: 1, numRuns: 20 })
    expect(values.filter((value) => judge(value).length > 0)).toEqual([])
  })
})
