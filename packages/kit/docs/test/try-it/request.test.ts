import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { listPartFields, toRequestBody } from '../../browser/try-it/request/body.ts'
import { emptyDraft, type FormField, toFormFields } from '../../browser/try-it/request/form.ts'
import {
  findBodyProblems,
  findFieldProblem,
  findJsonError,
  toBodyHint,
} from '../../browser/try-it/request/problems.ts'
import {
  type HttpRequest,
  toCurl,
  toFetch,
  toHeaderText,
  toPairs,
  toPathText,
} from '../../browser/try-it/request/request.ts'
import { listServers } from '../../browser/try-it/servers.ts'
import { bodiesOf, kindOfBody, listOperations, type Operation } from '../../src/openapi/operations.ts'
import { readDocument } from '../../src/openapi/read-document.ts'
import { ferries, operationNamed } from './open-page.ts'

const weather = readDocument(join(import.meta.dirname, '../documents/weather.yaml'))
const reports = listOperations(weather).find(({ id }) => id === 'reports')

const [server] = listServers(ferries, {}, 'http://docs.test/try.html')

function fieldOf(operation: Operation | undefined, name: string): FormField {
  if (operation === undefined || server === undefined) throw new Error('The document has both')
  const found = toFormFields(operation, emptyDraft, server).find((field) => field.name === name)
  if (found === undefined) throw new Error(`No parameter ${name}`)
  return found
}

describe('parameters', () => {
  it.each([
    ['matrix', '1, 2', ';matrix=1;matrix=2'],
    ['label', 'a/b', '.a%2Fb'],
  ])('write the path parameter %s of "%s" as %s', (name, typed, written) => {
    expect(toPathText(fieldOf(reports, name), typed)).toBe(written)
  })

  it.each([
    ['pipes', '["a", "b c"]', ['pipes=a%7Cb%20c']],
    ['spaces', 'a, b', ['spaces=a%20b']],
    ['where', '{"a": 1}', ['where=%7B%22a%22%3A1%7D']],
    ['raw', 'a/b?c&d', ['raw=a/b?c%26d']],
  ])('write the query parameter %s of %s', (name, typed, written) => {
    expect(toPairs(fieldOf(reports, name), typed)).toStrictEqual(written)
  })

  it('write deep objects and unexploded lists', () => {
    const list = operationNamed('list-crossings')
    expect(toPairs(fieldOf(list, 'filter'), '{"from": "MAL", "to": "OBA"}')).toStrictEqual([
      'filter%5Bfrom%5D=MAL',
      'filter%5Bto%5D=OBA',
    ])
    expect(toPairs(fieldOf(list, 'days'), 'mon, tue')).toStrictEqual(['days=mon,tue'])
  })

  it.each([
    ['where', '{"a": ', ['where=%7B%22a%22%3A%20']],
    ['spaces', '["a b"]', ['spaces=%5B%22a%20b%22%5D']],
    ['pipes', '[9007199254740993]', ['pipes=9007199254740993']],
  ])('keep the query parameter %s, typed %s, as it is', (name, typed, written) => {
    expect(toPairs(fieldOf(reports, name), typed)).toStrictEqual(written)
  })

  it('write headers and cookies', () => {
    const range = fieldOf(reports, 'range')
    expect(toHeaderText(range, '{"from": 1}')).toBe('from,1')
    expect(toPairs({ ...range, name: 'c', parameter: undefined }, 'a;b')).toStrictEqual(['c=a%3Bb'])
  })
})

describe('bodies', () => {
  const [image, multipart] = bodiesOf(operationNamed('put-photo'))
  const [form, text] = bodiesOf(operationNamed('send-complaint'))
  if (image === undefined || multipart === undefined || form === undefined || text === undefined)
    throw new Error('The document has these bodies')

  it('are typed as their media type asks', () => {
    expect([image, multipart, form, text].map(kindOfBody)).toStrictEqual([
      'file',
      'multipart',
      'form',
      'text',
    ])
  })

  it('list the fields of a form', () => {
    expect(listPartFields(multipart)).toMatchObject([
      { name: 'photo', required: true, isFile: true, isList: false },
      { name: 'caption', required: false, isFile: false, isList: false },
      { name: 'tags', required: false, isFile: false, isList: true },
    ])
  })

  it('are urlencoded', () => {
    const parts = { subject: 'Too late', urgent: 'true', days: 'mon, tue' }
    expect(toRequestBody(form, '', { parts, files: {} })).toStrictEqual({
      kind: 'text',
      text: 'subject=Too%20late&urgent=true&days=mon&days=tue',
    })
  })

  it('hold files and fields', () => {
    const photo = new File(['x'], 'isla.png')
    const body = toRequestBody(multipart, '', {
      parts: { caption: 'Isla' },
      files: { photo: [photo] },
    })
    expect(body).toStrictEqual({
      kind: 'parts',
      parts: [
        { name: 'photo', value: photo },
        { name: 'caption', value: 'Isla' },
      ],
    })
    expect(toRequestBody(image, '', { parts: {}, files: { '': [photo] } })).toStrictEqual({
      kind: 'file',
      file: photo,
    })
  })

  it('are omitted if nothing is filled in', () => {
    for (const body of [image, multipart, form, text])
      expect(toRequestBody(body, '', { parts: {}, files: {} })).toBeUndefined()
  })
})

const get: HttpRequest = { method: 'GET', url: 'http://127.0.0.1:4000/a', headers: [], body: undefined }

/** Returns the arguments that a shell passes to curl. */
function argumentsOf(request: HttpRequest): readonly string[] {
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${toCurl(request)}`], {
    encoding: 'utf8',
  })
  return stdout.split('\0').slice(0, -1)
}

describe('toCurl', () => {
  it('passes every character through a shell', () => {
    const text = `{"a": "it's $HOME \`id\` \\ \\"\n%s"}`
    const url = `http://127.0.0.1:4000/'$(id)'?a=1&b=2`
    expect(
      argumentsOf({ method: 'PUT', url, headers: [['Content-Type', "a'b"]], body: { kind: 'text', text } }),
    ).toStrictEqual(['-i', '-X', 'PUT', url, '-H', "Content-Type: a'b", '--data-raw', text])
  })

  it('keeps curl from naming a media type', () => {
    const body = { kind: 'text', text: '{}' } as const
    expect(argumentsOf({ ...get, method: 'POST', body }).slice(4)).toStrictEqual([
      '-H',
      'Content-Type:',
      '--data-raw',
      '{}',
    ])
  })

  it('names files and parts', () => {
    const file = new File(['x'], 'a b.png')
    const parts = [
      { name: 'photo', value: file },
      { name: 'caption', value: '@me;x' },
    ]
    expect(argumentsOf({ ...get, body: { kind: 'parts', parts } }).slice(4)).toStrictEqual([
      '-F',
      'photo=@a b.png',
      '--form-string',
      'caption=@me;x',
    ])
    expect(toCurl({ ...get, body: { kind: 'file', file } })).toContain(`--data-binary '@a b.png'`)
  })
})

describe('toFetch', () => {
  it('writes a program that sends the request', async () => {
    const program = toFetch({
      ...get,
      method: 'POST',
      headers: [['X-A', '1']],
      body: { kind: 'text', text: '{}' },
    })
    let sent: unknown
    const fetch = (url: string, init: object) => {
      sent = { url, ...init }
      return Promise.resolve(new Response('ok'))
    }
    await runInNewContext(`(async () => {${program}})()`, { fetch, console: { log: () => undefined } })
    expect(sent).toMatchObject({ url: get.url, method: 'POST', headers: { 'X-A': '1' }, body: '{}' })
  })
})

describe('problems', () => {
  const ticket = bodiesOf(operationNamed('buy-ticket'))[0]
  if (ticket === undefined) throw new Error('The document has this body')

  it.each([
    ['{\n"passenger": x}', ['Request body is not valid JSON: see line 2']],
    ['[]', ['Request body is not of type object']],
    [
      '{"passenger": "", "class": "bed", "x": 1}',
      [
        'passenger is shorter than 1 character',
        'class is not one of the allowed values: deck, cabin',
        'x is a property that the schema does not allow',
      ],
    ],
    ['{"passenger": "Ada"}', ['Request body lacks the required property class']],
    ['{"passenger": "Ada", "class": "deck"}', []],
  ])('of the body %s are named', (text, problems) => {
    expect(findBodyProblems(ticket, text)).toStrictEqual(problems)
  })

  it.each([
    ['list-crossings', 'limit', '51', 'limit is greater than 50'],
    ['list-crossings', 'limit', 'x', 'limit is not of type integer'],
    ['list-crossings', 'days', 'mon, sun', 'days[1] is not one of the allowed values: mon, tue, wed'],
    ['get-crossing', 'crossing-id', 'x', 'crossing-id does not match the pattern ^cr-'],
    ['get-crossing', 'crossing-id', ' ', 'crossing-id is required'],
    ['get-crossing', 'crossing-id', 'cr-2', undefined],
  ])('of %s %s = "%s" are named', (id, name, value, problem) => {
    expect(findFieldProblem(fieldOf(operationNamed(id), name), value)).toBe(problem)
  })

  it('below a body are eight at most', () => {
    const problems = Array.from({ length: 10 }, (_, index) => `problem ${index}`)
    expect(toBodyHint('{\n}', problems, true).problems).toStrictEqual([...problems.slice(0, 8), 'and 2 more'])
    expect(toBodyHint('{}', [], true)).toMatchObject({
      rows: 4,
      verdict: '1 line, as the document describes it',
    })
  })
})

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('findJsonError', () => {
  it('for any character missing or doubled, agrees with the engine', () => {
    const json = `{"a": [-1.5e+3, true, null, "\\u00e9\\n", {}], "b": {"c": "d"}}`
    const texts = Array.from(json, (character, index) => [
      json.slice(0, index) + json.slice(index + 1),
      json.slice(0, index) + character + json.slice(index),
      json.slice(0, index),
    ]).flat()
    expect(texts.filter((text) => (findJsonError(text) === undefined) !== isJson(text))).toStrictEqual([])
  })

  it.each([
    '0',
    ' "a" ',
    '[1,]',
    '{"a":1,}',
    '01',
    '+1',
    '.5',
    "'a'",
    '"\t"',
    '[1 2]',
    '{1:2}',
    '',
    '1 2',
    '\u00a01',
  ])('agrees with the engine about %o', (text) => {
    expect(findJsonError(text) === undefined).toBe(isJson(text))
  })

  it.each([
    ['{"cards": [}', 11],
    ['{\n"a": 1\n"b": 2}', 9],
    ['{"a": "b', 6],
    ['{} x', 3],
  ])('finds where %o goes wrong', (text, offset) => {
    expect(findJsonError(text)).toBe(offset)
  })
})
