import { type Construct, type Data, type Draft, ofTopic, withProbe } from '../construct.ts'

const post = (content: Data, more: Data = {}): Data =>
  withProbe('post', { requestBody: { required: true, content } }, more)

const json = (body: unknown, type = 'application/json') => ({
  target: '/things',
  method: 'POST',
  headers: { 'content-type': type },
  body: JSON.stringify(body),
})
const text = (body: string, type: string) => ({
  target: '/things',
  method: 'POST',
  headers: { 'content-type': type },
  body,
})

const named = (properties: Data, required = Object.keys(properties)): Data => ({
  type: 'object',
  required,
  properties,
})
const point = named({ x: { type: 'integer' }, y: { type: 'integer' } })
const xy = { x: 1, y: 2 }
const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'

const part = (name: string, content: string, type = '', file = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n${type && `content-type: ${type}\r\n`}\r\n${content}\r\n`
const parts = (...all: readonly string[]) => text(`${all.join('')}--b--\r\n`, `${multipart}; boundary=b`)

const changed = { schema: named({ other: { type: 'string' } }) }

interface BodyDraft extends Partial<Draft> {
  readonly name: string
  readonly type: string
  readonly media: Data
  readonly value: unknown
}

const body = ({ name, type, media, value, ...more }: BodyDraft): Draft => ({
  name,
  document: post({ [type]: { ...media, example: value } }),
  values: { body: value, mediaType: type },
  wire: json(value, type),
  revised: post({ [type]: { ...media, ...changed, example: { other: 'a' } } }),
  shows: [type],
  ...more,
})

/** The constructs of request bodies. */
export const bodies: readonly Construct[] = ofTopic('Request bodies', [
  body({
    name: 'JSON',
    type: 'application/json',
    media: { schema: point },
    value: xy,
    wrong: json({ x: 1, y: 'b' }),
  }),
  body({
    name: 'JSON by suffix',
    type: 'application/vnd.thing+json',
    media: { schema: point },
    value: xy,
    wrong: json({ x: 1, y: 'b' }, 'application/vnd.thing+json'),
  }),
  {
    name: 'several media types',
    document: post({
      'application/json': { schema: point, example: xy },
      'text/csv': { schema: { type: 'string' } },
    }),
    values: { body: xy, mediaType: 'application/json' },
    wire: json(xy),
    wrong: text('<x/>', 'application/xml'),
    revised: post({ 'text/csv': { schema: { type: 'string' } } }),
    shows: ['application/json', 'text/csv'],
  },
  {
    name: 'optional body',
    document: withProbe('post', { requestBody: { content: { 'application/json': { schema: point } } } }),
    wire: { target: '/things', method: 'POST' },
    wrong: json({ x: 1, y: 'b' }),
    revised: post({ 'application/json': { schema: point } }),
    shows: ['application/json'],
    isInvented: true,
  },
  body({
    name: 'form',
    type: form,
    media: { schema: point },
    value: xy,
    wire: text('x=1&y=2', form),
    wrong: text('x=1&y=b', form),
  }),
  body({
    name: 'form, encoding of a list',
    type: form,
    media: {
      schema: named({ ids: { type: 'array', items: { type: 'integer' } } }),
      encoding: { ids: { style: 'form', explode: false } },
    },
    value: { ids: [1, 2] },
    wire: text('ids=1,2', form),
    wrong: text('ids=1,b', form),
  }),
  body({
    name: 'form, encoding as deepObject',
    type: form,
    media: { schema: named({ at: point }), encoding: { at: { style: 'deepObject', explode: true } } },
    value: { at: xy },
    wire: text('at%5Bx%5D=1&at%5By%5D=2', form),
    wrong: text('at%5Bx%5D=1&at%5By%5D=b', form),
  }),
  body({
    name: 'form, a property as JSON',
    type: form,
    media: { schema: named({ at: point }), encoding: { at: { contentType: 'application/json' } } },
    value: { at: xy },
    wire: text('at=%7B%22x%22%3A1%2C%22y%22%3A2%7D', form),
    wrong: text('at=%7B%22x%22%3A1%2C%22y%22%3A%22b%22%7D', form),
  }),
  body({
    name: 'multipart, fields',
    type: multipart,
    media: { schema: point },
    value: xy,
    wire: parts(part('x', '1'), part('y', '2')),
    wrong: parts(part('x', '1'), part('y', 'b')),
  }),
  body({
    name: 'multipart, a file',
    type: multipart,
    media: { schema: named({ title: { type: 'string' }, file: { type: 'string', format: 'binary' } }) },
    value: { title: 'a', file: 'bytes' },
    wire: parts(part('title', 'a'), part('file', 'bytes', 'application/octet-stream', 'file')),
    wrong: parts(part('title', 'a')),
    isInvented: true,
  }),
  body({
    name: 'multipart, a list of objects',
    type: multipart,
    media: { schema: named({ points: { type: 'array', items: point } }) },
    value: { points: [xy, { x: 3, y: 4 }] },
    wire: parts(
      part('points', '{"x":1,"y":2}', 'application/json'),
      part('points', '{"x":3,"y":4}', 'application/json'),
    ),
    wrong: parts(
      part('points', '{"x":1,"y":2}', 'application/json'),
      part('points', '{"x":3,"y":"b"}', 'application/json'),
    ),
  }),
  body({
    name: 'text',
    type: 'text/plain',
    media: { schema: { type: 'string', maxLength: 5 } },
    value: 'hello',
    wire: text('hello', 'text/plain'),
    wrong: text('hello, world', 'text/plain'),
    revised: post({ 'text/plain': { schema: { type: 'string', maxLength: 3 } } }),
  }),
  body({
    name: 'bytes',
    type: 'application/octet-stream',
    media: { schema: { type: 'string', format: 'binary' } },
    value: 'bytes',
    wire: text('bytes', 'application/octet-stream'),
    wrong: text('bytes', 'application/pdf'),
    revised: post({ 'application/pdf': {} }),
  }),
  body({
    name: 'a range of media types',
    type: 'image/*',
    media: { schema: { type: 'string', format: 'binary' } },
    value: 'bytes',
    wire: text('bytes', 'image/png'),
    wrong: text('bytes', 'text/plain'),
    revised: post({ 'video/*': {} }),
  }),
  {
    name: '`itemSchema` of a request (3.2)',
    document: post(
      { 'application/jsonl': { itemSchema: point, example: '{"x":1,"y":2}\n{"x":3,"y":4}\n' } },
      { openapi: '3.2.0' },
    ),
    values: { body: '{"x":1,"y":2}\n{"x":3,"y":4}\n', mediaType: 'application/jsonl' },
    wire: text('{"x":1,"y":2}\n{"x":3,"y":4}\n', 'application/jsonl'),
    wrong: text('{"x":1,"y":2}\n{"x":3,"y":"b"}\n', 'application/jsonl'),
    revised: post({ 'application/jsonl': { itemSchema: { type: 'boolean' } } }, { openapi: '3.2.0' }),
    shows: ['application/jsonl'],
  },
])
