import * as fc from 'fast-check'
import { type ApiOperation, exampleValue, openDocument } from '@contract-kit/openapi'
import { serializeRequest, type WireRequest } from '@contract-kit/openapi/wire'

/** A request as it is sent; its target begins with the path of the server. */
export interface HostileRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

/** Requests of a document and what a hostile caller makes of them. Every text that it writes may become a name, a value, or neither. */
export function hostileRequests(document: object): fc.Arbitrary<HostileRequest> {
  const { operations, servers } = openDocument(document)
  const basePath = servers[0]?.basePath ?? ''
  const samples = operations.flatMap((operation) => samplesOf(operation))
  const words = wordsOf(document)
  const word = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...words) },
    { weight: 2, arbitrary: fc.constantFrom(...awkward) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
    { weight: 1, arbitrary: fc.integer().map(String) },
  )
  const bytes = fc.oneof(
    json(word).map((value) => Buffer.from(JSON.stringify(value) ?? '')),
    pairs(word).map((text) => Buffer.from(text)),
    parts(word),
    word.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((list) => Buffer.from(list)),
  )
  const type = fc.oneof(
    fc.constantFrom(...mediaTypes),
    word.map((text) => `multipart/form-data; boundary=${text}`),
    word,
  )

  return fc.constantFrom(...samples).chain((sample) =>
    fc
      .record({
        method: rarely(sample.method, fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PURGE')),
        path: rarely(sample.target.split('?')[0] ?? '', mutated(sample.target.split('?')[0] ?? '', word)),
        query: fc.oneof(fc.constant(sample.target.split('?')[1] ?? ''), pairs(word), word),
        headers: fc.oneof(
          fc.constant<[string, string][]>([]),
          fc.array(fc.tuple(fc.constantFrom(...headerNames), word), { maxLength: 3 }),
        ),
        body: fc.oneof(
          fc.constant(sample.body),
          fc.option(bytes, { nil: undefined }),
          mutated(String(sample.body ?? ''), word).map((text) => Buffer.from(text)),
        ),
        type: rarely(sample.headers.find(([name]) => name === 'content-type')?.[1], type),
      })
      .map(({ method, path, query, headers, body, type: contentType }) => ({
        method,
        target: toTarget(basePath + path + (query === '' ? '' : `?${query}`)),
        headers: Object.fromEntries([
          ...headers.map(([name, value]) => [name, toHeader(value)] as const),
          ...(contentType === undefined ? [] : [['content-type', toHeader(contentType)] as const]),
        ]),
        body: body === undefined ? undefined : Buffer.from(body),
      })),
  )
}

/** Valid requests of an operation, one for each media type. */
function samplesOf(operation: ApiOperation): readonly WireRequest[] {
  const values = (place: string) =>
    Object.fromEntries(
      operation.parameters.flatMap((parameter) => {
        const value = parameter.in === place ? exampleValue(parameter, 'request', true) : undefined
        return value === undefined ? [] : [[parameter.name, value]]
      }),
    )
  const parameters = {
    path: values('path'),
    query: values('query'),
    header: values('header'),
    cookie: values('cookie'),
  }
  const bodies = (operation.body?.media ?? []).map((media) => ({
    contentType: media.contentType.replace('image/*', 'image/png').replace('*+json', 'merge+json'),
    value: exampleValue(media, 'request', true) ?? 'bytes',
  }))
  return (bodies.length === 0 ? [undefined] : bodies).map((body) =>
    serializeRequest(operation, { ...parameters, body }),
  )
}

/** The names and short texts of a document. */
function wordsOf(document: object): readonly string[] {
  const words = new Set<string>()
  JSON.stringify(document, (name, value: unknown) => {
    words.add(name)
    if (typeof value === 'string') words.add(value)
    return value
  })
  return [...words]
}

const awkward = [
  '',
  ' ',
  '%',
  '%zz',
  '%00',
  '%ff',
  '%2F',
  '%252e',
  '..',
  '//',
  ';',
  '.',
  '{',
  '[',
  ']',
  '\0',
  '\u{1F600}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'true',
  '-0',
  '1e999',
  '0x10',
  '99999999999999999999',

  '[a]'.repeat(70),
  '[]',
  '[0]',
  '[__proto__]',
  'a=b',
  '&&',
  '"',
  '\\',
  '\r\n',
  'a'.repeat(300),
  '/',
  '?',
  '#',
]

const headerNames = [
  'accept',
  'cookie',
  'x-options',
  'content-encoding',
  'expect',
  'if-none-match',
  'range',
  'origin',
  'x-http-method-override',
  'authorization',
  'session',
  'te',
  'x-forwarded-host',
]

const mediaTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/vnd.api+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=XX',

  'application/octet-stream',
  'image/png',
  'text/csv; charset=latin1',
  'application/jsonl',
  '*/*',
  'text',
]

const rarely = <Usual, Other>(usual: Usual, other: fc.Arbitrary<Other>): fc.Arbitrary<Usual | Other> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })

/** A text with a piece replaced by a word. */
const mutated = (text: string, word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length), fc.nat(10), word)
    .map(([at, length, piece]) => text.slice(0, at) + piece + text.slice(at + length))

const pairs = (word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(word, fc.array(word, { maxLength: 3 }), word), { maxLength: 6 })
    .map((list) =>
      list
        .map(([name, keys, value]) => `${name}${keys.map((key) => `[${key}]`).join('')}=${value}`)
        .join('&'),
    )

const json = (word: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      word,
      fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(word, tie('value'), { maxKeys: 5 }),
    ),
  })).value

const parts = (word: fc.Arbitrary<string>): fc.Arbitrary<Buffer> =>
  fc.array(fc.tuple(word, fc.option(word), word, word), { maxLength: 5 }).map((list) => {
    const written = list.map(([name, file, type, content]) => {
      const disposition = `form-data; name="${name}"${file === null ? '' : `; filename="${file}"`}`
      return `--XX\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`
    })
    return Buffer.from(`${written.join('')}--XX--\r\n`)
  })

// What a client cannot send at all is encoded.
const toTarget = (text: string): string =>
  text.replaceAll(/[^\u0021-\u00FF]|[\u007F-\u00A0]/gu, (char) => encodeURIComponent(char.toWellFormed()))
const toHeader = (text: string): string => text.replaceAll(/[^\u0020-\u007E\u00A0-\u00FF]/gu, '')
