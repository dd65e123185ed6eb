import { describe, expect, it } from 'vitest'
import { isFormat, kindOfFormat } from './formats.ts'

const refused = (format: string, values: readonly unknown[]): unknown[] =>
  values.filter((value) => !isFormat(format, value))
const accepted = (format: string, values: readonly unknown[]): unknown[] =>
  values.filter((value) => isFormat(format, value))

describe('isFormat', () => {
  it('accepts everything of an unknown format', () => {
    expect(refused('password', ['', 'x'])).toEqual([])
    expect(refused('toString', ['', 1])).toEqual([])
  })

  it('accepts values of other kinds', () => {
    expect(refused('date', [1, null, true, [], {}])).toEqual([])
    expect(refused('int32', ['x', null, true, [], {}])).toEqual([])
  })

  it('accepts date-times as loosely as RFC 3339 has them', () => {
    const generous = [
      '2024-02-29T23:59:59Z',
      '2024-02-29t23:59:59z',
      '2024-02-29 23:59:59.5+14:00',
      '2016-12-31T23:59:60Z',
    ]
    expect(
      refused('date-time', [...generous, '2017-01-01T00:59:60+01:00', '0000-01-01T00:00:00-00:00']),
    ).toEqual([])
  })

  it('refuses date-times that are none', () => {
    const nonsense = [
      '',
      'not-a-date',
      '2023-02-30T00:00:00Z',
      '2024-01-01T25:00:00Z',
      '2024-01-01T00:00:00',
      '2024-01-01',
    ]
    const nearMisses = [
      '2024-01-01T00:00Z',
      '2024-1-1T00:00:00Z',
      '2024-01-01T00:00:00+0100',
      '2024-01-01T00:00:00Z\n',
    ]
    const others = ['2024-01-01_00:00:00Z', '1704067200', '2024-06-15T12:00:60Z', '2024-01-01T00:00:00.Z']
    expect(accepted('date-time', [...nonsense, ...nearMisses, ...others])).toEqual([])
  })

  it('refuses days that the calendar lacks', () => {
    expect(refused('date', ['2024-02-29', '2000-02-29', '9999-12-31'])).toEqual([])
    expect(
      accepted('date', ['2023-02-29', '1900-02-29', '2023-00-10', '2023-01-00', '2023-04-31', '23-01-01']),
    ).toEqual([])
  })

  it('refuses times that the day lacks', () => {
    expect(refused('time', ['00:00:00Z', '23:59:59.999+05:30', '12:00:00z'])).toEqual([])
    expect(
      accepted('time', [
        '25:00:00Z',
        '24:00:00Z',
        '12:60:00Z',
        '12:00Z',
        '12:00:00',
        '12:00:00+24:00',
        '12:00:00+1:00',
        '12:00:00+01:0',
        '1:00:00Z',
        '12:0:00Z',
        '12:00:0Z',
      ]),
    ).toEqual([])
  })

  it('accepts durations as ISO 8601 has them', () => {
    expect(
      refused('duration', ['P1Y2M3DT4H5M6S', 'P3W', 'PT0.5S', 'P1YT1S', 'PT36H', 'P0D', 'PT1,5M']),
    ).toEqual([])
    expect(
      accepted('duration', ['', 'P', 'PT', 'P1DT', '1D', 'P1S', 'PT1.5H2M', 'P1.S', 'P-1D', 'P1M1Y']),
    ).toEqual([])
  })

  it('accepts mailboxes of any host', () => {
    const generous = [
      'a@localhost',
      '"a b"@example.com',
      'a+b@example.co.uk',
      'a@[192.0.2.1]',
      'a@[IPv6:2001:db8::1]',
    ]
    expect(refused('email', generous)).toEqual([])
    const nonsense = [
      '',
      'a',
      '@example.com',
      'a@',
      'a b@example.com',
      'a@b@example.com',
      'a.@example.com',
      'a@exa mple.com',
    ]
    expect(
      accepted('email', [
        ...nonsense,
        'a@-example.com',
        'a@[192.0.2.256]',
        'ä@example.com',
        'a@example..com',
      ]),
    ).toEqual([])
  })

  it('accepts mailboxes of any script where the format does', () => {
    expect(refused('idn-email', ['ä@bücher.example', 'a@example.com', '用户@例子.广告'])).toEqual([])
    expect(accepted('idn-email', ['ä', 'ä b@example.com', '@bücher.example', 'ä@-x.example'])).toEqual([])
  })

  it('accepts host names of letters, digits and hyphens', () => {
    expect(
      refused('hostname', ['localhost', 'a.example.', '1.example', 'XN--BCHER-KVA.example', 'a--b.example']),
    ).toEqual([])
    const nonsense = [
      '',
      '.',
      'a..b',
      '-a',
      'a-',
      'a_b',
      'a b',
      'bücher.example',
      `${'a'.repeat(64)}.example`,
    ]
    expect(accepted('hostname', [...nonsense, Array.from({ length: 64 }, () => 'abc').join('.')])).toEqual([])
  })

  it('accepts host names up to the lengths of DNS', () => {
    const label = 'a'.repeat(63)
    const longest = [label, label, label, 'a'.repeat(61)].join('.')
    expect(refused('hostname', [label, longest, `${longest}.`])).toEqual([])
    expect(accepted('hostname', [`a${label}`, `${longest}a`, `${longest}a.`])).toEqual([])
    expect(refused('idn-hostname', [label, longest])).toEqual([])
    expect(accepted('idn-hostname', [`a${label}`, `${longest}a`])).toEqual([])
  })

  it('accepts host names of any script where the format does', () => {
    expect(
      refused('idn-hostname', ['bücher.example', 'BÜCHER.example', 'xn--bcher-kva.example', 'a。例子']),
    ).toEqual([])
    expect(
      accepted('idn-hostname', ['', 'bü cher', '-ü', 'ü_b', 'xn--a\u{80}', `${'ü'.repeat(60)}.example`]),
    ).toEqual([])
  })

  it('refuses addresses out of range', () => {
    expect(refused('ipv4', ['0.0.0.0', '255.255.255.255'])).toEqual([])
    expect(
      accepted('ipv4', [
        '256.1.1.1',
        '1.1.1',
        '1.1.1.1.1',
        '01.1.1.1',
        '1a.1.1.1',
        '1.2a.1.1',
        '1.1.2aa.1',
        '1.1.1.25a',
        '1.1.1.1a1',
        '1.1.1.1/8',
        ' 1.1.1.1',
      ]),
    ).toEqual([])
    expect(
      refused('ipv6', [
        '::',
        '::1',
        '2001:DB8::1',
        '1:2:3:4:5:6:7::',
        '::ffff:192.0.2.1',
        '1:2:3:4:5:6:1.2.3.4',
      ]),
    ).toEqual([])
    const nonsense = [
      '',
      ':',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7:8::',
      '1:2:3:4:5:6:7',
      'g::',
      '12345::',
      '1.2.3.4::',
      '::1%eth0',
    ]
    expect(accepted('ipv6', nonsense)).toEqual([])
  })

  it('accepts URIs by their grammar', () => {
    const uris = [
      'https://user:pw@example.com:8080/a/b;c?d=e&f#g',
      'urn:isbn:0451450523',
      'mailto:a@b.c',
      'data:,a%20b',
    ]
    expect(
      refused('uri', [
        ...uris,
        'http://[::1]/',
        'http://[v1.a:b]/',
        'file:///etc/hosts',
        'http://localhost:/',
      ]),
    ).toEqual([])
    const nonsense = [
      '',
      'example.com/a',
      '/a',
      'http://a b',
      'http://a/ b',
      'http://[::1',
      'http://a/%zz',
      '1http://a',
      'a_b:c',
      'http://a:b/',
    ]
    expect(
      accepted('uri', [
        ...nonsense,
        'http://bücher.example',
        'http://a/<b>',
        'http://a/b\\c',
        'http://a/#b#c',
        '://a',
      ]),
    ).toEqual([])
  })

  it('accepts relative references where the format does', () => {
    expect(refused('uri-reference', ['', 'a', '../a?b#c', '//example.com', '?a', '#a', './a:b'])).toEqual([])
    expect(accepted('uri-reference', ['a b', '1:b', '%', 'a"b', '//[::1', 'a%4', '?%4', '//a%4'])).toEqual([])
  })

  it('accepts letters of any script in IRIs', () => {
    expect(refused('iri', ['https://bücher.example/ä?ö#ü', 'https://例子.广告/'])).toEqual([])
    expect(accepted('iri', ['ä', 'https://bü cher.example', 'https://a/\u{7f}', 'https://a/\ud800'])).toEqual(
      [],
    )
    expect(refused('iri-reference', ['ä', '/ä', '#ä', ''])).toEqual([])
    expect(accepted('iri-reference', ['ä b', 'ä\\b'])).toEqual([])
  })

  it('accepts URI templates of all levels', () => {
    expect(
      refused('uri-template', ['', '/a/{b}', '{?a,b*}{&c:3}{#d}', "it's/{a.b}", '{+path}/{%41}']),
    ).toEqual([])
    expect(
      accepted('uri-template', [
        '{',
        '}',
        '{}',
        '{a',
        '{a b}',
        '{a:0}',
        '{a:1x}',
        '{a:10000}',
        '{a,}',
        '%4',
        '{%4}',
        '{a%4}',
        'a b',
        '{*a}',
      ]),
    ).toEqual([])
  })

  it('accepts UUIDs of any case and version', () => {
    expect(
      refused('uuid', ['123E4567-e89b-12d3-a456-426614174000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']),
    ).toEqual([])
    const uuid = '123e4567-e89b-12d3-a456-42661417400'
    expect(
      accepted('uuid', ['', uuid, `${uuid}g`, `{${uuid}0}`, `urn:uuid:${uuid}0`, uuid.replaceAll('-', '')]),
    ).toEqual([])
  })

  it('accepts JSON Pointers, escaped as they must be', () => {
    expect(refused('json-pointer', ['', '/', '/a/0', '/a~0b~1c', '/ä b'])).toEqual([])
    expect(accepted('json-pointer', ['a', '#/a', '/~', '/~2'])).toEqual([])
    expect(refused('relative-json-pointer', ['0', '1#', '2/a', '0+1/a', '10'])).toEqual([])
    expect(accepted('relative-json-pointer', ['', '/a', '01', '-1', '1a', '0##', '0/~'])).toEqual([])
  })

  it('accepts expressions that compile', () => {
    expect(refused('regex', ['', '^\\p{L}+$', '[\\w\\-]', '(?<a>b)\\k<a>'])).toEqual([])
    expect(accepted('regex', ['(', '[', '*', 'a{2,1}'])).toEqual([])
  })

  it('accepts base64 of either alphabet', () => {
    expect(refused('byte', ['', 'YQ==', 'YQ', 'YWI=', 'YWJj', 'a-_b', 'a+/b', 'YWJj\r\nYWJj'])).toEqual([])
    expect(accepted('byte', ['Y', 'YWJjY', 'YQ===', '=', 'a*bc', 'YQ==YQ==', 'ä'])).toEqual([])
  })

  it('accepts numbers within their range', () => {
    expect(refused('int32', [0, -(2 ** 31), 2 ** 31 - 1, 1e3])).toEqual([])
    expect(accepted('int32', [2 ** 31, -(2 ** 31) - 1, 0.5])).toEqual([])
    expect(refused('int64', [2 ** 53, 9_223_372_036_854_775_807n, -(2 ** 63)].map(Number))).toEqual([])
    expect(accepted('int64', [2 ** 64, -(2 ** 64), 0.5, Infinity])).toEqual([])
    expect(refused('float', [0.1, 3.4e38, -1])).toEqual([])
    expect(accepted('float', [3.5e38, 1e300, -Infinity])).toEqual([])
    expect(refused('double', [1e308])).toEqual([])
    expect(accepted('double', [Infinity])).toEqual([])
  })
})

describe('kindOfFormat', () => {
  it('tells what kind of value a format judges', () => {
    expect(['date', 'int64', 'password', 'toString'].map(kindOfFormat)).toEqual([
      'string',
      'number',
      undefined,
      undefined,
    ])
  })
})
