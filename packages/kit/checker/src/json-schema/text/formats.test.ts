import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJudge, invalidValues, validValues } from '../../schema.ts'

const label = 'a'.repeat(63)
const longestHost = [label, label, label, 'a'.repeat(61)].join('.')
const uuid = '123e4567-e89b-12d3-a456-42661417400'

/** Decisions beyond the JSON-Schema-Test-Suite: what a server may take or refuse is judged in its favor. */
const cases: Readonly<Record<string, readonly [valid: readonly unknown[], invalid: readonly unknown[]]>> = {
  password: [['', 'x'], []],
  toString: [['', 1], []],
  'date-time': [
    ['2024-02-29t23:59:59z', '2024-02-29 23:59:59.5+14:00', '2017-01-01T00:59:60+01:00', '0000-01-01T00:00:00-00:00', 1, null], // prettier-ignore
    ['', '2024-01-01', '2024-01-01T00:00Z', '2024-01-01T00:00:00+0100', '2024-01-01_00:00:00Z', '1704067200', '2024-01-01T00:00:00.Z', '2024-01-01T00:00:00Z\n'], // prettier-ignore
  ],
  date: [
    ['2000-02-29', '9999-12-31', 1, null, true, [], {}],
    ['2023-02-29', '1900-02-29', '2023-00-10', '2023-01-00', '2023-04-31', '23-01-01'],
  ],
  time: [
    ['00:00:00Z', '12:00:00z'],
    ['24:00:00Z', '12:60:00Z', '12:00:00', '12:00:00+24:00', '12:00:00+1:00'],
  ],
  duration: [
    ['P1Y2M3DT4H5M6S', 'P3W', 'PT0.5S', 'PT1,5M', 'P1YT1S', 'PT36H'],
    ['', 'P', 'PT', 'P1DT', 'P1S', 'PT1.5H2M', 'P1.S', 'P-1D', 'P1M1Y'],
  ],
  email: [
    ['a@localhost', '"a b"@example.com', 'a@[192.0.2.1]', 'a@[IPv6:2001:db8::1]'],
    ['', 'a@', 'a b@example.com', 'a@b@example.com', 'a@-example.com', 'a@[192.0.2.256]', 'ä@example.com', 'a@example..com'], // prettier-ignore
  ],
  'idn-email': [
    ['ä@bücher.example', '用户@例子.广告'],
    ['ä', 'ä b@example.com', '@bücher.example', 'ä@-x.example'],
  ],
  hostname: [
    [
      'localhost',
      'a.example.',
      'XN--BCHER-KVA.example',
      'a--b.example',
      label,
      longestHost,
      `${longestHost}.`,
    ],
    [
      '',
      '.',
      'a..b',
      '-a',
      'a-',
      'a_b',
      'bücher.example',
      `a${label}`,
      `${longestHost}a`,
      `${longestHost}a.`,
    ],
  ],
  'idn-hostname': [
    ['BÜCHER.example', 'xn--bcher-kva.example', 'a。例子', label, longestHost],
    ['', 'bü cher', '-ü', 'ü_b', 'xn--a\u{80}', `${'ü'.repeat(60)}.example`, `a${label}`, `${longestHost}a`],
  ],
  ipv4: [
    ['0.0.0.0', '255.255.255.255'],
    ['256.1.1.1', '1.1.1', '01.1.1.1', '1.1.1.25a', '1.1.1.1/8', ' 1.1.1.1'],
  ],
  ipv6: [
    ['::', '2001:DB8::1', '1:2:3:4:5:6:7::', '::ffff:192.0.2.1', '1:2:3:4:5:6:1.2.3.4'],
    ['', ':::', '1::2::3', '1:2:3:4:5:6:7:8::', 'g::', '12345::', '1.2.3.4::', '::1%eth0'],
  ],
  uri: [
    ['urn:isbn:0451450523', 'data:,a%20b', 'http://[::1]/', 'http://[v1.a:b]/', 'file:///etc/hosts', 'http://localhost:/'], // prettier-ignore
    ['', '/a', 'http://a b', 'http://[::1', 'http://a/%zz', '1http://a', 'a_b:c', 'http://a:b/', 'http://bücher.example', 'http://a/#b#c', '://a'], // prettier-ignore
  ],
  'uri-reference': [
    ['', 'a', '../a?b#c', './a:b'],
    ['a b', '1:b', '%', 'a"b', '//[::1', 'a%4', '?%4', '//a%4'],
  ],
  iri: [['https://bücher.example/ä?ö#ü', 'https://例子.广告/'], ['ä', 'https://bü cher.example', 'https://a/\u{7f}', 'https://a/\ud800']], // prettier-ignore
  'iri-reference': [
    ['ä', '/ä', '#ä', ''],
    ['ä b', 'ä\\b'],
  ],
  'uri-template': [
    ['', '/a/{b}', '{?a,b*}{&c:3}{#d}', "it's/{a.b}", '{+path}/{%41}'],
    ['{', '}', '{}', '{a', '{a b}', '{a:0}', '{a:10000}', '{a,}', '%4', '{%4}', 'a b', '{*a}'],
  ],
  uuid: [
    ['123E4567-e89b-12d3-a456-426614174000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['', uuid, `${uuid}g`, `{${uuid}0}`, `urn:uuid:${uuid}0`, uuid.replaceAll('-', '')],
  ],
  'json-pointer': [
    ['', '/', '/a~0b~1c', '/ä b'],
    ['a', '#/a', '/~', '/~2'],
  ],
  'relative-json-pointer': [
    ['0', '1#', '2/a', '0+1/a'],
    ['', '/a', '01', '-1', '1a', '0##', '0/~'],
  ],
  regex: [
    ['', '^\\p{L}+$', '[\\w\\-]', '(?<a>b)\\k<a>'],
    ['(', '[', '*', 'a{2,1}'],
  ],
  byte: [
    ['', 'YQ==', 'YQ', 'YWJj', 'a-_b', 'a+/b', 'YWJj\r\nYWJj'],
    ['Y', 'YWJjY', 'YQ===', '=', 'a*bc', 'YQ==YQ==', 'ä'],
  ],
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
  it.each(Object.entries(cases))('judges %s', (format, [valid, invalid]) => {
    const judge = createJudge({ format })
    expect(valid.filter((value) => judge(value).length > 0)).toEqual([])
    expect(invalid.filter((value) => judge(value).length === 0)).toEqual([])
  })
})

const ajv = new Ajv2020({ validateFormats: true })
addFormats.default(ajv)
/** Formats with texts that Ajv judges as well. */
const textFormats = Object.keys(cases).filter(
  (format) =>
    Object.hasOwn(ajv.formats, format) && !['password', 'int32', 'int64', 'float', 'double'].includes(format),
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
