import {
  all,
  described,
  documented,
  flow,
  json,
  ok,
  rated,
  response,
  root,
  rowsOf,
  rowsOfEach,
  scheme,
  server,
  summarized,
  text,
  variable,
  words,
  type ObjectRow,
} from './object-row.ts'

const urls: readonly [string, string] = ['https://a', 'https://b']
const flowWith = (tokenUrl: string) => ({ tokenUrl, scopes: {} })
const components: ObjectRow['around'] = (fields) => root({ components: fields })
const unusedComponents =
  'schemas responses parameters examples requestBodies headers links callbacks pathItems mediaTypes'.split(
    ' ',
  )

/** The objects around operations: the document, its servers, components, paths, tags and security (OpenAPI 3.2). */
export const documentRows: readonly ObjectRow[] = [
  ...rowsOf(
    'OpenAPI',
    root,
    {},
    {
      openapi: [['3.1.1', '3.2.0'], { changed: 'patch' }],
      $self: words(...urls),
      jsonSchemaDialect: [urls, all('major')],
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
      termsOfService: words(...urls),
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
  // Changes to an unused component do not affect consumers.
  ...rowsOfEach('Components', components, unusedComponents, [[{ A: {} }, { B: {} }], all('patch')]),
  // If no operation requires a security scheme, all schemes count as used.
  ...rowsOfEach(
    'Components',
    components,
    ['securitySchemes'],
    [[{ s: { type: 'http', scheme: 'basic' } }], { removed: 'major' }],
  ),
  ...rowsOfEach(
    'Paths',
    (fields) => root({ paths: { '/a': { post: { responses: ok } }, ...fields } }),
    ['/b'],
    [[{ get: { responses: ok } }], rated('minor', 'major')],
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
  ...rowsOf('External Documentation', (fields) => root({ externalDocs: fields }), described, documented),
  ...rowsOfEach(
    'Tag',
    (fields) => root({ tags: [{ name: 'a', ...fields }] }),
    ['summary', 'description', 'externalDocs', 'parent', 'kind'],
    words('a', 'b'),
  ),
  ...rowsOfEach(
    'Reference',
    (fields) => ({
      ...response({ content: json({ $ref: '#/components/schemas/A', ...fields }) }),
      components: { schemas: { A: text } },
    }),
    ['summary', 'description'],
    words('a', 'b'),
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
    { scheme: [['basic', 'bearer'], { changed: 'major' }], bearerFormat: words('JWT', 'opaque') },
  ),
  ...rowsOf(
    'Security Scheme',
    scheme,
    { type: 'openIdConnect' },
    { openIdConnectUrl: [urls, { changed: 'major' }] },
  ),
  ...rowsOf(
    'Security Scheme',
    scheme,
    { type: 'oauth2', flows: {} },
    { oauth2MetadataUrl: [urls, rated('patch', 'major', 'major')] },
  ),
  ...rowsOfEach(
    'OAuth Flows',
    (fields) => scheme({ type: 'oauth2', flows: fields }),
    ['implicit', 'password', 'clientCredentials', 'authorizationCode', 'deviceAuthorization'],
    [[flowWith('https://a'), flowWith('https://b')], rated('minor', 'major', 'major')],
  ),
  ...rowsOf(
    'OAuth Flow',
    flow,
    { scopes: {} },
    {
      authorizationUrl: [urls, { changed: 'major' }],
      deviceAuthorizationUrl: [urls, { changed: 'major' }],
      tokenUrl: [urls, { changed: 'major' }],
      refreshUrl: [urls, rated('minor', 'major', 'major')],
      scopes: [[{ read: 'a' }, { write: 'a' }], rated('minor', 'major', 'major')],
    },
  ),
  ...rowsOfEach(
    'Security Requirement',
    (fields) => root({ security: [fields] }),
    ['s'],
    [[[], ['read']], rated('major', 'minor', 'major')],
  ),
]
