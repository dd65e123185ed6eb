import type { JsonObject } from '../../src/documents/json.ts'
import {
  all,
  documented,
  json,
  list,
  ok,
  operation,
  parameter,
  rated,
  response,
  rowsOf,
  rowsOfEach,
  sentMedia,
  summarized,
  text,
  words,
  type ObjectRow,
} from './object-row.ts'

const integer = { type: 'integer' }
const record = (a: JsonObject): JsonObject => ({ type: 'object', properties: { a } })
const encodingFields =
  'contentType style explode allowReserved headers encoding prefixEncoding itemEncoding'.split(' ')
const header: ObjectRow['around'] = (fields) => response({ headers: { x: fields } })

/** The objects of requests and responses: operations, parameters, bodies, headers and their parts (OpenAPI 3.2). */
export const messageRows: readonly ObjectRow[] = [
  ...rowsOf(
    'Operation',
    operation,
    { responses: ok },
    {
      tags: words(['a'], ['b']),
      ...summarized,
      externalDocs: words({ url: 'https://a' }, { url: 'https://b' }),
      operationId: [['a', 'b'], rated('minor', 'major', 'major')],
      parameters: [
        [
          [{ name: 'x', in: 'query', required: true, schema: text }],
          [{ name: 'y', in: 'query', schema: text }],
        ],
        rated('major', 'major', 'major'),
      ],
      requestBody: [
        [{ content: json(text) }, { required: true, content: json(text) }],
        rated('minor', 'major', 'major'),
      ],
      responses: [[{ 201: { description: 'A' } }, { 202: { description: 'B' } }], { changed: 'major' }],
      callbacks: [
        [
          { a: { '{$request.body#/url}': { post: { responses: ok } } } },
          { b: { '{$request.body#/url}': { post: { responses: ok } } } },
        ],
        rated('minor', 'major', 'major'),
      ],
      deprecated: [[true, false], all('minor')],
      security: [[[{ s: [] }], [{ s: ['read'] }]], rated('major', 'minor', 'major')],
      servers: [[[{ url: 'https://a' }], [{ url: 'https://b' }]], rated('major', 'major', 'major')],
      'x-idempotency': [['always', 'never'], rated('patch', 'major', 'major')],
    },
  ),
  ...rowsOf(
    'Parameter',
    parameter,
    { schema: text },
    {
      ...documented,
      in: [['query', 'header'], { changed: 'major' }],
      name: [['x', 'y'], { changed: 'major' }],
      required: [[true, false], rated('major', 'minor', 'minor')],
      deprecated: [[true, false], all('minor')],
      allowEmptyValue: [[true, false], rated('minor', 'major', 'major')],
      allowReserved: [[true, false], rated('minor', 'major', 'major')],
      example: words('a', 'b'),
      examples: words({ a: { value: 'a' } }, { a: { value: 'b' } }),
    },
  ),
  ...rowsOf(
    'Parameter',
    parameter,
    { schema: list },
    {
      style: [['spaceDelimited', 'pipeDelimited'], rated('major', 'major', 'major')],
      explode: [[false, true], rated('major', 'major', 'major')],
    },
  ),
  ...rowsOf(
    'Parameter',
    parameter,
    {},
    {
      schema: [[text, integer], rated('major', 'minor', 'major')],
      content: [[json(text), json(integer)], rated('major', 'major', 'major')],
    },
  ),
  ...rowsOf(
    'Request Body',
    (fields) => operation({ responses: ok, requestBody: fields }),
    { content: json(text) },
    {
      ...documented,
      content: [[json(text), { 'text/plain': { schema: text } }], { changed: 'major' }],
      required: [[true, false], rated('major', 'minor', 'minor')],
    },
  ),
  ...rowsOf(
    'Media Type',
    sentMedia,
    { schema: record(text) },
    {
      schema: [[record(text), record(list)], { changed: 'major' }],
      encoding: [[{ a: { contentType: 'text/plain' } }, { a: { contentType: 'text/csv' } }], all('major')],
      example: words({ a: 'a' }, { a: 'b' }),
      examples: words({ a: { value: {} } }, { b: { value: {} } }),
    },
  ),
  ...rowsOf(
    'Media Type',
    sentMedia,
    {},
    {
      itemSchema: [[text, integer], rated('major', 'minor', 'major')],
      prefixEncoding: [[[{ contentType: 'text/plain' }], [{ contentType: 'text/csv' }]], all('major')],
      itemEncoding: [[{ contentType: 'text/plain' }, { contentType: 'text/csv' }], all('major')],
    },
  ),
  ...rowsOfEach('Encoding', (fields) => sentMedia({ encoding: { a: fields } }), encodingFields, [
    ['a', 'b'],
    all('major'),
  ]),
  ...rowsOf(
    'Responses',
    (fields) => operation({ responses: { ...ok, ...fields } }),
    {},
    {
      201: [[{ description: 'A' }], rated('major', 'major')],
      302: [[{ description: 'A' }], rated('major', 'major')],
      404: [[{ description: 'A' }], rated('minor', 'minor')],
      '4XX': [[{ description: 'A' }], rated('minor', 'minor')],
      default: [[{ description: 'A' }], rated('minor', 'minor')],
    },
  ),
  ...rowsOf(
    'Response',
    response,
    {},
    {
      description: [['OK', 'Fine'], { changed: 'patch' }],
      summary: words('a', 'b'),
      headers: [
        [{ x: { required: true, schema: text } }, { x: { schema: text } }],
        rated('minor', 'major', 'major'),
      ],
      content: [[json(text), json(integer)], rated('minor', 'major', 'major')],
      links: words({ a: { operationId: 'a' } }, { a: { operationId: 'b' } }),
    },
  ),
  ...rowsOfEach(
    'Callback',
    (fields) => operation({ responses: ok, callbacks: { a: fields } }),
    ['{$request.body#/url}'],
    [[{ post: { responses: ok } }, { put: { responses: ok } }], rated('minor', 'major', 'major')],
  ),
  ...rowsOfEach(
    'Example',
    (fields) => parameter({ schema: text, examples: { a: fields } }),
    ['summary', 'description', 'value', 'externalValue', 'dataValue', 'serializedValue'],
    words('a', 'b'),
  ),
  ...rowsOfEach(
    'Link',
    (fields) => response({ links: { a: fields } }),
    ['operationRef', 'operationId', 'parameters', 'requestBody', 'description', 'server'],
    words('a', 'b'),
  ),
  ...rowsOf(
    'Header',
    header,
    { schema: text },
    {
      ...documented,
      required: [[true, false], rated('minor', 'major', 'major')],
      deprecated: [[true, false], all('minor')],
      example: words('a', 'b'),
      examples: words({ a: { value: 'a' } }, { a: { value: 'b' } }),
    },
  ),
  ...rowsOf(
    'Header',
    header,
    { schema: list },
    { explode: [[true, false], rated('major', 'major', 'major')] },
  ),
  ...rowsOf(
    'Header',
    header,
    {},
    {
      schema: [[text, integer], rated('minor', 'major', 'major')],
      content: [[json(text), json(integer)], rated('major', 'major', 'major')],
    },
  ),
  ...rowsOf(
    'Discriminator',
    (fields) => ({
      ...response({
        content: json({
          oneOf: [{ $ref: '#/components/schemas/A' }],
          discriminator: { propertyName: 'kind', ...fields },
        }),
      }),
      components: { schemas: { A: { type: 'object' }, B: { type: 'object', required: ['b'] } } },
    }),
    {},
    {
      propertyName: [['kind', 'type'], { changed: 'major' }],
      mapping: [[{ a: 'A' }, { a: 'B' }], rated('major', 'minor', 'major')],
      defaultMapping: [['A', 'B'], rated('minor', 'major', 'major')],
    },
  ),
  ...rowsOfEach(
    'XML',
    (fields) => response({ content: { 'application/xml': { schema: { ...text, xml: fields } } } }),
    ['nodeType', 'name', 'namespace', 'prefix', 'attribute', 'wrapped'],
    [['a', 'b'], all('major')],
  ),
]
