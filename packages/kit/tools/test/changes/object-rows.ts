import type { Impact } from '../../src/changes/change.ts'
import type { Json, JsonObject } from '../../src/documents/json.ts'

type ObjectChange = 'added' | 'removed' | 'changed'

/** A field of an object of OpenAPI 3.2, with two of its values. */
export interface ObjectRow {
  readonly object: string
  readonly field: string
  /** The document around the object, given the object's fields. */
  readonly around: (fields: JsonObject) => JsonObject
  /** Fields beside it. */
  readonly beside: JsonObject
  readonly values: readonly [Json, Json?]
  /** What each change takes. A field that is required can only be changed. */
  readonly expected: Partial<Readonly<Record<ObjectChange, Impact>>>
}

/** The documents before and after each change that is possible. */
export function rowDocuments(
  row: ObjectRow,
): readonly (readonly [ObjectChange, before: JsonObject, after: JsonObject])[] {
  const [first, second] = row.values
  const without = row.around(row.beside)
  const withFirst = row.around({ ...row.beside, [row.field]: first })
  const possible: readonly (readonly [ObjectChange, JsonObject, JsonObject])[] = [
    ['added', without, withFirst],
    ['removed', withFirst, without],
    ...(second === undefined
      ? []
      : ([['changed', withFirst, row.around({ ...row.beside, [row.field]: second })]] as const)),
  ]
  return possible.filter(([change]) => row.expected[change] !== undefined)
}

const ok: JsonObject = { 200: { description: 'OK' } }
const text: JsonObject = { type: 'string' }
const list: JsonObject = { type: 'array', items: text }
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })

const root = (fields: JsonObject): JsonObject => ({
  openapi: '3.2.0',
  info: { title: 'Matrix', version: '1.0.0' },
  paths: { '/a': { post: { responses: ok } } },
  ...fields,
})
const operation = (fields: JsonObject): JsonObject => root({ paths: { '/a': { post: fields } } })
const response = (fields: JsonObject): JsonObject =>
  operation({ responses: { 200: { description: 'OK', ...fields } } })
const parameter = (fields: JsonObject): JsonObject =>
  operation({ responses: ok, parameters: [{ name: 'x', in: 'query', ...fields }] })
const sentMedia = (fields: JsonObject): JsonObject =>
  operation({ responses: ok, requestBody: { content: { 'multipart/form-data': fields } } })
const scheme = (fields: JsonObject): JsonObject =>
  root({ security: [{ s: [] }], components: { securitySchemes: { s: fields } } })
const flow = (fields: JsonObject): JsonObject =>
  scheme({ type: 'oauth2', flows: { authorizationCode: fields } })
const server = (fields: JsonObject): JsonObject =>
  root({ servers: [{ url: 'https://{region}.example.com', ...fields }] })
const variable = (fields: JsonObject): JsonObject => server({ variables: { region: fields } })

const all = (impact: Impact): ObjectRow['expected'] => ({ added: impact, removed: impact, changed: impact })
const rated = (added: Impact, removed: Impact, changed?: Impact): ObjectRow['expected'] => ({
  added,
  removed,
  ...(changed !== undefined && { changed }),
})

type Fields = Readonly<
  Record<string, readonly [values: readonly [Json, Json?], expected: ObjectRow['expected']]>
>

function rowsOf(
  object: string,
  around: ObjectRow['around'],
  beside: JsonObject,
  fields: Fields,
): readonly ObjectRow[] {
  return Object.entries(fields).map(([field, [values, expected]]) => ({
    object,
    field,
    around,
    beside,
    values,
    expected,
  }))
}

const words = (...values: readonly [Json, Json]): readonly [readonly [Json, Json], ObjectRow['expected']] => [
  values,
  all('patch'),
]
const documented = { description: words('a', 'b') }
const summarized = { ...documented, summary: words('a', 'b') }
const described = { url: 'https://a' }

/** Every object of OpenAPI 3.2 with every field that a change can touch, in the order of the specification. */
export const objectRows: readonly ObjectRow[] = [
  ...rowsOf(
    'OpenAPI',
    root,
    {},
    {
      openapi: [['3.1.1', '3.2.0'], { changed: 'patch' }],
      $self: words('https://a', 'https://b'),
      jsonSchemaDialect: [['https://a', 'https://b'], all('major')],
      servers: [[[{ url: 'https://a' }], [{ url: 'https://b' }]], rated('major', 'major', 'major')],
      webhooks: [
        [{ a: { post: { responses: ok } } }, { b: { post: { responses: ok } } }],
        rated('minor', 'major', 'major'),
      ],
      components: [[{ schemas: { A: text } }, { schemas: { B: text } }], all('patch')],
      security: [[[{ s: [] }], [{ t: [] }]], rated('major', 'minor', 'major')],
      tags: words([{ name: 'a' }], [{ name: 'b' }]),
      externalDocs: words({ url: 'https://a' }, { url: 'https://b' }),
      'x-extension': words(1, 2),
    },
  ),
  ...rowsOf(
    'Info',
    (fields) => root({ info: { title: 'A', version: '1.0.0', ...fields } }),
    {},
    {
      title: [['A', 'B'], { changed: 'patch' }],
      ...summarized,
      termsOfService: words('https://a', 'https://b'),
      contact: words({ name: 'a' }, { name: 'b' }),
      license: words({ name: 'a' }, { name: 'b' }),
    },
  ),
  ...rowsOf(
    'Server',
    server,
    { variables: { region: { default: 'a' } } },
    { ...documented, name: words('a', 'b') },
  ),
  ...rowsOf(
    'Server Variable',
    variable,
    { default: 'a' },
    {
      default: [['a', 'b'], { changed: 'major' }],
      enum: [[['a', 'b'], ['a']], rated('major', 'minor', 'major')],
      ...documented,
    },
  ),
  ...[
    'schemas',
    'responses',
    'parameters',
    'examples',
    'requestBodies',
    'headers',
    'links',
    'callbacks',
    'pathItems',
    'mediaTypes',
  ].flatMap((kind) =>
    // Of a component that nothing uses, nobody notices anything.
    rowsOf(
      'Components',
      (fields) => root({ components: fields }),
      {},
      { [kind]: [[{ A: {} }, { B: {} }], all('patch')] },
    ),
  ),
  ...rowsOf(
    'Components',
    (fields) => root({ components: fields }),
    {},
    {
      // Where no operation asks for a scheme, all of them are taken for used.
      securitySchemes: [[{ s: { type: 'http', scheme: 'basic' } }], { removed: 'major' }],
    },
  ),
  ...rowsOf(
    'Paths',
    (fields) => root({ paths: { '/a': { post: { responses: ok } }, ...fields } }),
    {},
    {
      '/b': [[{ get: { responses: ok } }], rated('minor', 'major')],
    },
  ),
  ...rowsOf(
    'Path Item',
    (fields) => root({ paths: { '/a': fields } }),
    { trace: { responses: ok } },
    {
      ...summarized,
      ...Object.fromEntries(
        ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'query'].map((method) => [
          method,
          [[{ responses: ok }], rated('minor', 'major')] as const,
        ]),
      ),
      additionalOperations: [
        [{ COPY: { responses: ok } }, { MOVE: { responses: ok } }],
        rated('minor', 'major', 'major'),
      ],
      servers: [[[{ url: 'https://a' }], [{ url: 'https://b' }]], rated('major', 'major', 'major')],
      parameters: [
        [[{ name: 'x', in: 'query', schema: text }], [{ name: 'y', in: 'query', schema: text }]],
        rated('minor', 'major', 'major'),
      ],
    },
  ),
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
  ...rowsOf('External Documentation', (fields) => root({ externalDocs: fields }), described, documented),
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
      schema: [[text, { type: 'integer' }], rated('major', 'minor', 'major')],
      content: [[json(text), json({ type: 'integer' })], rated('major', 'major', 'major')],
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
    { schema: { type: 'object', properties: { a: text } } },
    {
      schema: [
        [
          { type: 'object', properties: { a: text } },
          { type: 'object', properties: { a: list } },
        ],
        { changed: 'major' },
      ],
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
      itemSchema: [[text, { type: 'integer' }], rated('major', 'minor', 'major')],
      prefixEncoding: [[[{ contentType: 'text/plain' }], [{ contentType: 'text/csv' }]], all('major')],
      itemEncoding: [[{ contentType: 'text/plain' }, { contentType: 'text/csv' }], all('major')],
    },
  ),
  ...[
    'contentType',
    'style',
    'explode',
    'allowReserved',
    'headers',
    'encoding',
    'prefixEncoding',
    'itemEncoding',
  ].flatMap((field) =>
    rowsOf(
      'Encoding',
      (fields) => sentMedia({ encoding: { a: fields } }),
      {},
      { [field]: [['a', 'b'], all('major')] },
    ),
  ),
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
      content: [[json(text), json({ type: 'integer' })], rated('minor', 'major', 'major')],
      links: words({ a: { operationId: 'a' } }, { a: { operationId: 'b' } }),
    },
  ),
  ...rowsOf(
    'Callback',
    (fields) => operation({ responses: ok, callbacks: { a: fields } }),
    {},
    {
      '{$request.body#/url}': [
        [{ post: { responses: ok } }, { put: { responses: ok } }],
        rated('minor', 'major', 'major'),
      ],
    },
  ),
  ...['summary', 'description', 'value', 'externalValue', 'dataValue', 'serializedValue'].flatMap((field) =>
    rowsOf(
      'Example',
      (fields) => parameter({ schema: text, examples: { a: fields } }),
      {},
      { [field]: words('a', 'b') },
    ),
  ),
  ...['operationRef', 'operationId', 'parameters', 'requestBody', 'description', 'server'].flatMap((field) =>
    rowsOf('Link', (fields) => response({ links: { a: fields } }), {}, { [field]: words('a', 'b') }),
  ),
  ...rowsOf(
    'Header',
    (fields) => response({ headers: { x: fields } }),
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
    (fields) => response({ headers: { x: fields } }),
    { schema: list },
    {
      explode: [[true, false], rated('major', 'major', 'major')],
    },
  ),
  ...rowsOf(
    'Header',
    (fields) => response({ headers: { x: fields } }),
    {},
    {
      schema: [[text, { type: 'integer' }], rated('minor', 'major', 'major')],
      content: [[json(text), json({ type: 'integer' })], rated('major', 'major', 'major')],
    },
  ),
  ...['summary', 'description', 'externalDocs', 'parent', 'kind'].flatMap((field) =>
    rowsOf('Tag', (fields) => root({ tags: [{ name: 'a', ...fields }] }), {}, { [field]: words('a', 'b') }),
  ),
  ...['summary', 'description'].flatMap((field) =>
    rowsOf(
      'Reference',
      (fields) => ({
        ...response({ content: json({ $ref: '#/components/schemas/A', ...fields }) }),
        components: { schemas: { A: text } },
      }),
      {},
      { [field]: field === 'summary' ? words('a', 'b') : words('a', 'b') },
    ),
  ),
  ...rowsOf(
    'Discriminator',
    (fields) =>
      response({
        content: json({
          oneOf: [{ $ref: '#/components/schemas/A' }],
          discriminator: { propertyName: 'kind', ...fields },
        }),
      }),
    {},
    {
      propertyName: [['kind', 'type'], { changed: 'major' }],
      mapping: [[{ a: 'A' }, { a: 'B' }], rated('major', 'minor', 'major')],
      defaultMapping: [['A', 'B'], rated('minor', 'major', 'major')],
    },
  ),
  ...['nodeType', 'name', 'namespace', 'prefix', 'attribute', 'wrapped'].flatMap((field) =>
    rowsOf(
      'XML',
      (fields) => response({ content: { 'application/xml': { schema: { ...text, xml: fields } } } }),
      {},
      { [field]: [['a', 'b'], all('major')] },
    ),
  ),
  ...rowsOf(
    'Security Scheme',
    scheme,
    { type: 'apiKey', name: 'x', in: 'header' },
    {
      type: [['apiKey', 'http'], { changed: 'major' }],
      ...documented,
      name: [['x', 'y'], { changed: 'major' }],
      in: [['header', 'query'], { changed: 'major' }],
      deprecated: [[true, false], all('minor')],
    },
  ),
  ...rowsOf(
    'Security Scheme',
    scheme,
    { type: 'http' },
    {
      scheme: [['basic', 'bearer'], { changed: 'major' }],
      bearerFormat: words('JWT', 'opaque'),
    },
  ),
  ...rowsOf(
    'Security Scheme',
    scheme,
    { type: 'openIdConnect' },
    {
      openIdConnectUrl: [['https://a', 'https://b'], { changed: 'major' }],
    },
  ),
  ...rowsOf(
    'Security Scheme',
    scheme,
    { type: 'oauth2', flows: {} },
    {
      oauth2MetadataUrl: [['https://a', 'https://b'], rated('patch', 'major', 'major')],
    },
  ),
  ...['implicit', 'password', 'clientCredentials', 'authorizationCode', 'deviceAuthorization'].flatMap(
    (name) =>
      rowsOf(
        'OAuth Flows',
        (fields) => scheme({ type: 'oauth2', flows: fields }),
        {},
        {
          [name]: [
            [
              { tokenUrl: 'https://a', scopes: {} },
              { tokenUrl: 'https://b', scopes: {} },
            ],
            rated('minor', 'major', 'major'),
          ],
        },
      ),
  ),
  ...rowsOf(
    'OAuth Flow',
    flow,
    { scopes: {} },
    {
      authorizationUrl: [['https://a', 'https://b'], { changed: 'major' }],
      deviceAuthorizationUrl: [['https://a', 'https://b'], { changed: 'major' }],
      tokenUrl: [['https://a', 'https://b'], { changed: 'major' }],
      refreshUrl: [['https://a', 'https://b'], rated('minor', 'major', 'major')],
      scopes: [[{ read: 'a' }, { write: 'a' }], rated('minor', 'major', 'major')],
    },
  ),
  ...rowsOf(
    'Security Requirement',
    (fields) => root({ security: [fields] }),
    {},
    {
      s: [[[], ['read']], rated('major', 'minor', 'major')],
    },
  ),
]
