import { afterEach, describe, expect, it } from 'vitest'
import { type RunningSandbox, startSandbox, type StartSandboxOptions } from '../src/index.ts'
import {
  arrayOf,
  body,
  documentOf,
  inPath,
  integer,
  json,
  object,
  type Part,
  shows,
  text,
} from './small-documents.ts'

type Line = Parameters<NonNullable<StartSandboxOptions['onResponse']>>[0]

const running: RunningSandbox[] = []
afterEach(async () => void (await Promise.all(running.splice(0).map((one) => one.close()))))

const shed = object(
  { id: { ...integer, readOnly: true }, name: text, builtAt: { ...text, readOnly: true } },
  ['id'],
)
const paths = {
  '/sheds': {
    post: {
      operationId: 'addShed',
      requestBody: body(object({ name: text })),
      responses: { 201: json(shed) },
    },
    get: {
      operationId: 'listSheds',
      parameters: [{ in: 'query', name: 'mood', schema: text }],
      ...shows(arrayOf(shed)),
    },
  },
  '/sheds/{shedId}': {
    parameters: [inPath('shedId', integer)],
    get: { operationId: 'readShed', ...shows(shed) },
  },
  '/report': {
    get: {
      operationId: 'getReport',
      responses: {
        200: {
          description: 'It.',
          content: {
            'application/json': {
              schema: object({ total: integer, at: { ...text, format: 'date-time' }, rows: arrayOf(text) }),
              examples: { full: { value: { total: 3, at: 'Fri, 24 May 2019', rows: ['a'] } } },
            },
          },
        },
      },
    },
  },
}

async function serve(more: Part = {}, parts: Part = paths) {
  const lines: Line[] = []
  let told: (() => void) | undefined
  const document = { ...documentOf(parts), servers: [{ url: 'https://api.example.com/v2' }], ...more }
  const server = await startSandbox({
    document,
    port: 0,
    onResponse: (line) => {
      lines.push(line)
      told?.()
    },
  })
  running.push(server)
  const send = async (method: string, path: string, sent?: object) => {
    const isTold = new Promise<void>((resolve) => void (told = resolve))
    const response = await fetch(server.url + path, {
      method,
      ...(sent && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) }),
    })
    const received = { status: response.status, text: await response.text() }
    await isTold
    return { ...received, line: lines.at(-1) }
  }
  return { ...server, send }
}

describe('a line for each request', () => {
  it('says the operation, its role, the item and the fields that were ignored', async () => {
    const { send } = await serve()
    const { line } = await send('POST', '/sheds', { name: 'North', builtAt: 'x', color: 'red' })
    expect(line).toMatchObject({ operationId: 'addShed', does: 'create', item: '/sheds/1', status: 201 })
    expect(line?.remarks).toStrictEqual([
      'ignored builtAt: set by the server only',
      'ignored color: not in any schema',
    ])
    expect((await send('GET', '/sheds/1')).line).toMatchObject({
      does: 'read',
      item: '/sheds/1',
      remarks: [],
    })
  })

  it('says of a refused request what it was for', async () => {
    const { send } = await serve()
    expect((await send('GET', '/sheds/north')).line).toMatchObject({ operationId: 'readShed', status: 400 })
  })

  it('says which example was not used, and why', async () => {
    const { send } = await serve()
    const { line, text: received } = await send('GET', '/report')
    expect(JSON.parse(received)).toMatchObject({ total: 3, rows: ['a'] })
    expect(line?.remarks).toStrictEqual([expect.stringMatching(/^the example full breaks its schema.*\/at /)])
  })

  it('says which parameter of a list selects nothing', async () => {
    const { send } = await serve()
    const { line } = await send('GET', '/sheds?mood=calm')
    expect(line?.remarks).toStrictEqual([
      'ignored the parameter mood: the document does not say what it filters',
    ])
  })
})

describe('a path outside of the document', () => {
  it.each([
    ['names the base path where it is missing', '/../sheds', 'its paths are below /v2'],
    ['names the path below it', '/ships', 'The document has no path /v2/ships'],
  ])('%s', async (_title, path, told) => {
    const { send } = await serve()
    const { status, text: received } = await send('GET', path)
    expect([status, received]).toStrictEqual([404, expect.stringContaining(told)])
  })
})

describe('an operation that cannot be read', () => {
  it('is 501 with the reason, and all others are served', async () => {
    const bad = { get: { operationId: 'bad', security: [{ keys: [] }], responses: { 200: json({}) } } }
    const { send, sandbox } = await serve({}, { ...paths, '/bad': bad })
    const { status, text: received, line } = await send('GET', '/bad')
    expect([status, received]).toStrictEqual([501, expect.stringContaining('the security scheme keys')])
    expect(line).toMatchObject({ operationId: 'bad' })
    expect(sandbox.explain()).toMatch(/^Not served, 501\n {2}bad .* the security scheme keys/m)
    expect((await send('GET', '/sheds')).status).toBe(200)
  })
})

describe('warnings', () => {
  it('list each limit that is not kept once, with the way to say it', async () => {
    const limited = { 429: { description: 'Too many.' }, 204: { description: 'Done.' } }
    const description =
      'Lends it. A reader may borrow at most 5 books at a time. Names have at most 9 characters.'
    const parts = {
      '/loans': { put: { operationId: 'lend', description, responses: limited } },
      '/returns': { put: { operationId: 'giveBack', responses: limited } },
    }
    const { sandbox } = await serve({ webhooks: { late: { post: { responses: {} } } } }, parts)
    expect(sandbox.warnings.get('Limits that are not applied')).toStrictEqual([
      expect.stringMatching(/^429 of lend, giveBack is never returned: .*Prefer: code=429.* handler/),
      expect.stringMatching(
        /^"A reader may borrow at most 5 books at a time\." of lend is not applied: .*handler/,
      ),
    ])
    expect(sandbox.warnings.get('Without state')).toStrictEqual([expect.stringContaining('x-sandbox')])
    expect(sandbox.warnings.get('Not sent')).toStrictEqual([expect.stringContaining('late')])
  })

  it('say which examples are no items', async () => {
    const example = { id: 'one', name: 'North' }
    const content = { 'application/json': { schema: shed, example } }
    const readShed = { operationId: 'readShed', responses: { 200: { description: 'It.', content } } }
    const parts = { ...paths, '/sheds/{shedId}': { parameters: [inPath('shedId', integer)], get: readShed } }
    const { sandbox } = await serve({}, parts)
    expect(sandbox.warnings.get('Examples that are not used as items')).toStrictEqual([
      'The example of readShed is not used as a shed: its id one does not match its schemas.',
    ])
  })
})
