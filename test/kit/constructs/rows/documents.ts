import {
  type Column,
  type Construct,
  type Data,
  jsonResponse,
  ofTopic,
  okSchema,
  probe,
  responses,
  withPaths,
  withProbe,
} from '../construct.ts'

/** Returns the columns to which a construct does not apply, with the reason. */
const without = (columns: readonly Column[], none: string): Construct['except'] =>
  Object.fromEntries(columns.map((column) => [column, none]))

const size = { name: 'size', in: 'query', required: true, schema: { type: 'integer' }, example: 5 }
const parameters = [size]
const widened = [{ ...size, schema: { type: 'boolean' }, example: true }]
const sized = { target: '/things?size=5' }
const wrongSize = { target: '/things?size=b' }
const values = { query: { size: 5 } }

const version = (openapi: string) => ({
  name: `OpenAPI ${openapi}`,
  isWhole: true,
  document: withProbe('get', { parameters }, { openapi }),
  values,
  wire: sized,
  wrong: wrongSize,
  revised: withProbe('get', { parameters: widened }, { openapi }),
  shows: ['size'],
})

const swaggerOf = (type: string): Data => ({
  swagger: '2.0',
  info: { title: 'Constructs', version: '1.0.0' },
  host: 'api.test',
  schemes: ['http'],
  produces: ['application/json', 'application/problem+json'],
  paths: {
    '/things': {
      get: {
        operationId: 'probe',
        summary: 'Probe it',
        parameters: [{ name: 'size', in: 'query', required: true, type, 'x-example': 5 }],
        responses: {
          200: { description: 'A success.', schema: okSchema },
          default: { description: 'An error.', schema: { type: 'object' } },
        },
      },
    },
    '/other': {
      get: {
        operationId: 'other',
        responses: {
          204: { description: 'Nothing.' },
          default: { description: 'An error.', schema: { type: 'object' } },
        },
      },
    },
  },
})

const hook = (schema: Data): Data => ({
  post: {
    operationId: 'thingChanged',
    summary: 'A thing changed',
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 204: { description: 'Seen.' } },
  },
})
const callback = (schema: Data): Data =>
  withProbe('post', { callbacks: { changed: { '{$request.query.url}': hook(schema) } } })

const serverAt = (url: string, more: Data = {}): Data => withProbe('get', {}, { servers: [{ url, ...more }] })
const variables = (base: string) =>
  serverAt('http://api.test/{base}', { variables: { base: { default: base } } })

const method = (name: string, parts: Data): Data =>
  withPaths(
    { '/things': name === 'query' ? { query: parts } : { additionalOperations: { [name]: parts } } },
    { openapi: '3.2.0' },
  )
const jsonBody = {
  requestBody: {
    required: true,
    content: { 'application/json': { schema: okSchema, example: { ok: true } } },
  },
}
const sentBy = (name: string, body = '{"ok":true}') => ({
  method: name,
  target: '/things',
  headers: { 'content-type': 'application/json' },
  body,
})

const mediaTypes = (schema: Data): Data =>
  withProbe(
    'get',
    {
      responses: responses({
        description: 'A success.',
        content: { 'application/json': { $ref: '#/components/mediaTypes/Ok' } },
      }),
    },
    { openapi: '3.2.0', components: { mediaTypes: { Ok: { schema } } } },
  )

const referred = (of: readonly Data[]): Data =>
  withPaths(
    { '/things': { $ref: '#/components/pathItems/Things' } },
    { components: { pathItems: { Things: { get: probe({ parameters: of }) } } } },
  )
const components = (schema: Data): Data =>
  withProbe(
    'post',
    {
      parameters: [{ $ref: '#/components/parameters/Size' }],
      requestBody: { $ref: '#/components/requestBodies/Thing' },
      responses: {
        200: { $ref: '#/components/responses/Ok' },
        default: { description: 'An error.', content: { 'application/problem+json': {} } },
      },
    },
    {
      components: {
        parameters: { Size: { ...size, schema } },
        requestBodies: {
          Thing: {
            required: true,
            content: { 'application/json': { schema: okSchema, example: { ok: true } } },
          },
        },
        responses: { Ok: jsonResponse(okSchema) },
      },
    },
  )

/** The constructs of documents, paths and operations. */
export const documents: readonly Construct[] = ofTopic('Documents, paths and operations', [
  {
    name: 'Swagger 2.0',
    isWhole: true,
    document: swaggerOf('integer'),
    values,
    wire: sized,
    wrong: wrongSize,
    revised: swaggerOf('boolean'),
    shows: ['size'],
    isInvented: true,
  },
  version('3.0.3'),
  version('3.1.0'),
  version('3.2.0'),
  {
    name: 'webhooks',
    document: withProbe('get', {}, { webhooks: { thingChanged: hook(okSchema) } }),
    wire: { target: '/things' },
    revised: withProbe('get', {}, { webhooks: { thingChanged: hook({ type: 'object' }) } }),
    shows: ['thingChanged'],
    isRead: ({ webhooks }) => webhooks.some(({ id }) => id === 'thingChanged'),
    except: without(
      ['express', 'client', 'sandbox', 'checker', 'samples', 'mcp'],
      'The API sends webhooks; it does not receive them.',
    ),
  },
  {
    name: 'callbacks',
    document: callback(okSchema),
    wire: { target: '/things', method: 'POST' },
    revised: callback({ type: 'object' }),
    shows: ['thingChanged'],
    except: without(
      ['express', 'client', 'sandbox', 'checker', 'samples', 'mcp'],
      'The API sends callbacks; it does not receive them.',
    ),
    isRead: ({ operations }) =>
      operations.some(({ callbacks }) => callbacks[0]?.operation.id === 'thingChanged'),
  },
  {
    name: '`$ref` of a path item',
    document: referred(parameters),
    values,
    wire: sized,
    wrong: wrongSize,
    revised: referred(widened),
    shows: ['size'],
  },
  {
    name: '`$ref` of parameters, bodies and responses',
    document: components({ type: 'integer' }),
    values: { ...values, body: { ok: true }, mediaType: 'application/json' },
    wire: { ...sentBy('POST'), target: '/things?size=5' },
    wrong: { ...sentBy('POST'), target: '/things?size=b' },
    revised: components({ type: 'boolean' }),
    shows: ['size'],
  },
  {
    name: '`mediaTypes` of the components (3.2)',
    document: mediaTypes(okSchema),
    wire: { target: '/things' },
    wrongReply: { status: 200, body: { ok: 5 } },
    revised: mediaTypes({ type: 'object' }),
  },
  {
    name: 'parameters of a path',
    document: withPaths({ '/things': { parameters, get: probe() } }),
    values,
    wire: sized,
    wrong: wrongSize,
    revised: withPaths({ '/things': { parameters: widened, get: probe() } }),
    shows: ['size'],
  },
  {
    name: 'a parameter that replaces one of its path',
    document: withPaths({ '/things': { parameters: widened, get: probe({ parameters }) } }),
    values,
    wire: sized,
    wrong: wrongSize,
    revised: withPaths({ '/things': { parameters: widened, get: probe({ parameters: widened }) } }),
    shows: ['size'],
  },
  {
    name: 'a base path',
    document: serverAt('http://api.test/v1'),
    wire: { target: '/v1/things' },
    base: '/v1',
    revised: serverAt('http://api.test/v2'),
    impact: 'major',
  },
  {
    name: 'server variables',
    document: variables('v1'),
    wire: { target: '/v1/things' },
    base: '/v1',
    revised: variables('v2'),
    impact: 'major',
  },
  {
    name: 'servers of an operation',
    document: withProbe('get', { servers: [{ url: 'http://api.test/v1' }] }),
    wire: { target: '/v1/things' },
    revised: withProbe('get', { servers: [{ url: 'http://api.test/v2' }] }),
  },
  {
    name: 'servers of a path',
    document: withPaths({ '/things': { servers: [{ url: 'http://api.test/v1' }], get: probe() } }),
    wire: { target: '/v1/things' },
    revised: withPaths({ '/things': { servers: [{ url: 'http://api.test/v2' }], get: probe() } }),
  },
  {
    name: '`query` (3.2)',
    document: method('query', probe(jsonBody)),
    values: { body: { ok: true }, mediaType: 'application/json' },
    wire: sentBy('QUERY'),
    wrong: sentBy('QUERY', '{"ok":5}'),
    revised: withPaths({}, { openapi: '3.2.0' }),
    shows: ['QUERY'],
  },
  {
    name: '`additionalOperations` (3.2)',
    document: method('REPORT', probe(jsonBody)),
    values: { body: { ok: true }, mediaType: 'application/json' },
    wire: sentBy('REPORT'),
    wrong: sentBy('REPORT', '{"ok":5}'),
    revised: withPaths({}, { openapi: '3.2.0' }),
    shows: ['REPORT'],
  },
  {
    name: 'no operationId',
    id: 'GET /things',
    document: withPaths({ '/things': { get: { summary: 'Probe it', parameters, responses: responses() } } }),
    values,
    wire: sized,
    wrong: wrongSize,
    revised: withPaths({
      '/things': { get: { summary: 'Probe it', parameters: widened, responses: responses() } },
    }),
    shows: ['size'],
  },
  {
    name: 'tags',
    document: withProbe(
      'get',
      { tags: ['gadgets'] },
      { tags: [{ name: 'gadgets', description: 'All gadgets.' }] },
    ),
    wire: { target: '/things' },
    revised: withProbe('get', { tags: ['widgets'] }, { tags: [{ name: 'widgets' }] }),
    impact: 'patch',
    shows: ['gadgets'],
  },
  {
    name: '`deprecated`',
    document: withProbe('get', { deprecated: true }),
    wire: { target: '/things' },
    revised: withPaths({}),
    shows: ['deprecated'],
  },
  {
    name: 'extensions',
    document: withProbe(
      'get',
      { 'x-thing': { anything: true }, parameters: [{ ...size, 'x-thing': 1 }] },
      { 'x-thing': [1] },
    ),
    values,
    wire: sized,
    wrong: wrongSize,
    revised: withProbe(
      'get',
      { 'x-thing': { anything: true }, parameters: [{ ...widened[0], 'x-thing': 1 }] },
      { 'x-thing': [1] },
    ),
    shows: ['size'],
  },
])
