import {
  type Construct,
  type Data,
  type Draft,
  jsonResponse,
  ofTopic,
  okSchema,
  withProbe,
} from '../construct.ts'

const get = (responses: Data, more: Data = {}): Data => withProbe('get', { responses }, more)
const wire = { target: '/things' }
const problem = jsonResponse({ type: 'object' })
const ok = { ok: true }
const withHeader = (header: Data): Data =>
  get({ 200: jsonResponse(okSchema, { headers: { 'X-Count': header } }), default: problem })
const stream = (itemSchema: Data): Data =>
  get(
    { 200: { description: 'Items.', content: { 'application/jsonl': { itemSchema } } }, default: problem },
    { openapi: '3.2.0' },
  )
const linked = (operationId: string): Data =>
  get({ 200: jsonResponse(okSchema, { links: { next: { operationId } } }), default: problem })

const drafts: readonly Draft[] = [
  {
    name: 'a range of statuses',
    document: get({ '2XX': jsonResponse(okSchema), default: problem }),
    wire,
    reply: { status: 202, body: ok },
    wrongReply: { status: 202, body: { ok: 1 } },
    revised: get({ '2XX': jsonResponse({ type: 'object' }), default: problem }),
    shows: ['2XX'],
  },
  {
    name: '`default` alone',
    document: get({ default: jsonResponse(okSchema) }),
    wire,
    reply: { status: 200, body: ok },
    wrongReply: { status: 200, body: { ok: 1 } },
    revised: get({ default: jsonResponse({ type: 'object' }) }),
    shows: ['default'],
  },
  {
    name: 'headers',
    document: withHeader({ required: true, schema: { type: 'integer' } }),
    wire,
    reply: { status: 200, headers: { 'x-count': '5' }, body: ok },
    wrongReply: { status: 200, headers: { 'x-count': 'five' }, body: ok },
    revised: withHeader({ schema: { type: 'string' } }),
    shows: ['X-Count'],
  },
  {
    name: 'headers, content',
    document: withHeader({
      required: true,
      content: { 'application/json': { schema: { type: 'array', items: { type: 'integer' } } } },
    }),
    wire,
    reply: { status: 200, headers: { 'x-count': '[1,2]' }, body: ok },
    wrongReply: { status: 200, headers: { 'x-count': '[1,"b"]' }, body: ok },
    revised: withHeader({ content: { 'application/json': { schema: { type: 'string' } } } }),
    shows: ['X-Count'],
  },
  {
    name: 'no content',
    document: get({ 204: { description: 'Nothing.' }, default: problem }),
    wire,
    reply: { status: 204 },
    wrongReply: { status: 200, mediaType: 'text/html', body: '<p>' },
    revised: get({ 200: jsonResponse(okSchema), default: problem }),
    shows: ['204'],
  },
  {
    name: 'text',
    document: get({
      200: {
        description: 'A text.',
        content: { 'text/plain': { schema: { type: 'string', maxLength: 5 } } },
      },
      default: problem,
    }),
    wire,
    reply: { status: 200, mediaType: 'text/plain', body: 'hello' },
    wrongReply: { status: 200, mediaType: 'text/plain', body: 'hello, world' },
    revised: get({ 200: { description: 'A text.', content: { 'text/html': {} } }, default: problem }),
    shows: ['text/plain'],
  },
  {
    name: '`itemSchema` of a response (3.2)',
    document: stream({ type: 'integer' }),
    wire,
    reply: { status: 200, mediaType: 'application/jsonl', body: '1\n2\n' },
    wrongReply: { status: 200, mediaType: 'application/jsonl', body: '1\n"b"\n' },
    revised: stream({ type: 'string' }),
    shows: ['application/jsonl'],
  },
  {
    name: 'links',
    document: linked('other'),
    wire,
    revised: linked('probe'),
    impact: 'patch',
    isRead: ({ operations }) =>
      operations.some(({ responses }) => responses.get('200')?.links[0]?.operationId === 'other'),
    except: {
      client: 'A program follows links by itself.',
      express: 'A server that declares a link sends nothing for it.',
      sandbox: 'A server that declares a link sends nothing for it.',
      samples: 'A sample is one request.',
      mcp: 'An assistant sees the values of a response.',
      checker: 'It follows links in its stateful phase, which its own tests check.',
    },
  },
]

/** The constructs of responses. */
export const responseRows: readonly Construct[] = ofTopic('Responses', drafts)
