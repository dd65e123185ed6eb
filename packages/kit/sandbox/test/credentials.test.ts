import { describe, expect, it } from 'vitest'
import { notesDocument, json, type Part, problem } from './access-document.ts'
import { serveSandbox } from './serve.ts'

const basic = (text: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
})
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

const schemes: Record<string, Part> = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api_key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'Digest' },
  oauth2: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { read: '', write: '' } } },
  },
  openId: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/.well-known/openid-configuration' },
  certificate: { type: 'mutualTLS' },
}
const secured = (...security: readonly Part[]) => notesDocument({ schemes, security })

describe('credentials by their form', () => {
  it.each([
    ['header', '', { 'x-key': 'k1' }],
    ['query', '?api_key=k1', {}],
    ['cookie', '', { cookie: 'theme=dark; session=k1' }],
    ['bearer', '', bearer('abc.def-1')],
    ['bearer', '', { authorization: 'bearer abc' }],
    ['basic', '', basic('ann:secret:word')],
    ['digest', '', { authorization: 'Digest username="ann", response="6629"' }],
    ['oauth2', '', bearer('abc')],
    ['openId', '', bearer('abc')],
    ['certificate', '', {}],
  ] as const)('accepts any credential for %s', async (scheme, query, headers) => {
    await using api = await serveSandbox(secured({ [scheme]: [] }))
    expect((await api.send('GET', `/notes${query}`, undefined, headers)).status).toBe(200)
  })

  it.each([
    ['header', '', { 'x-key': '' }, 'ApiKey realm="Notes", in="header", name="X-Key"'],
    ['query', '?api_key=', {}, 'ApiKey realm="Notes", in="query", name="api_key"'],
    ['query', '?api_key=a&api_key=b', {}, 'ApiKey realm="Notes", in="query", name="api_key"'],
    ['cookie', '', { cookie: 'xsession=k1' }, 'ApiKey realm="Notes", in="cookie", name="session"'],
    ['bearer', '', {}, 'Bearer realm="Notes"'],
    ['bearer', '', { authorization: 'Bearer' }, 'Bearer realm="Notes", error="invalid_token"'],
    ['bearer', '', { authorization: 'Bearer a b' }, 'Bearer realm="Notes", error="invalid_token"'],
    ['bearer', '', basic('ann:secret'), 'Bearer realm="Notes", error="invalid_token"'],
    ['basic', '', basic('no colon'), 'Basic realm="Notes", charset="UTF-8"'],
    ['basic', '', { authorization: 'Basic ???' }, 'Basic realm="Notes", charset="UTF-8"'],
    ['basic', '', bearer('abc'), 'Basic realm="Notes", charset="UTF-8"'],
    ['digest', '', { authorization: 'Digest' }, 'Digest realm="Notes"'],
    ['oauth2', '', {}, 'Bearer realm="Notes"'],
  ] as const)(
    'rejects a missing or malformed one for %s (%s %o)',
    async (scheme, query, headers, challenge) => {
      await using api = await serveSandbox(secured({ [scheme]: [] }))
      const refused = await api.send('GET', `/notes${query}`, undefined, headers)
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toBe(challenge)
      expect(refused.headers.get('content-type')).toContain('application/problem+json')
      expect(refused.json).toMatchObject({ title: 'Unauthorized', status: 401 })
    },
  )

  it('needs all schemes of one alternative', async () => {
    await using api = await serveSandbox(secured({ header: [], bearer: [] }, { basic: [] }))
    const list = async (headers: Record<string, string>) =>
      (await api.send('GET', '/notes', undefined, headers)).status
    expect(await list({ 'x-key': 'k' })).toBe(401)
    expect(await list(bearer('abc'))).toBe(401)
    expect(await list({ 'x-key': 'k', ...bearer('abc') })).toBe(200)
    expect(await list(basic('ann:secret'))).toBe(200)
  })

  it('names every way in', async () => {
    await using api = await serveSandbox(secured({ header: [], bearer: [] }, { basic: [] }))
    const refused = await api.send('GET', '/notes')
    expect(refused.headers.get('www-authenticate')).toBe(
      'ApiKey realm="Notes", in="header", name="X-Key", Bearer realm="Notes", Basic realm="Notes", charset="UTF-8"',
    )
    expect(refused.json).toMatchObject({
      detail: expect.stringContaining('the header X-Key and Authorization: Bearer, or Authorization: Basic'),
    })
  })

  it('needs none where the document has an anonymous alternative', async () => {
    await using api = await serveSandbox(secured({ bearer: [] }, {}))
    expect((await api.send('GET', '/notes')).status).toBe(200)
    expect((await api.send('GET', '/notes', undefined, bearer('abc'))).status).toBe(200)
  })

  it('needs none for an operation without security', async () => {
    const document = notesDocument({ own: { listNotes: [] } })
    await using api = await serveSandbox(document)
    expect((await api.send('GET', '/notes')).status).toBe(200)
    expect((await api.send('POST', '/notes', { text: 'a' })).status).toBe(401)
  })

  it('judges credentials before the body', async () => {
    await using api = await serveSandbox(notesDocument())
    expect((await api.send('POST', '/notes', { text: 7 })).status).toBe(401)
  })

  it('responds with 403 where the document has no 401', async () => {
    await using api = await serveSandbox(notesDocument({ responses: { 403: problem } }))
    expect((await api.send('GET', '/notes')).status).toBe(403)
  })

  it('responds with 401 even if the document has no such status', async () => {
    await using api = await serveSandbox(notesDocument({ responses: { 404: problem } }))
    const refused = await api.send('GET', '/notes')
    expect(refused.status).toBe(401)
    expect(refused.json).toMatchObject({ title: 'Unauthorized' })
  })
})

describe('credentials of a list', () => {
  it.each([
    ['bearer', bearer('Secret-1'), 200],
    ['bearer', bearer('Secret-'), 401],
    ['bearer', bearer('Secret-11'), 401],
    ['bearer', bearer('secret-1'), 401],
    ['bearer', { authorization: 'Basic Secret-1' }, 401],
    ['bearer', basic('ann:Word'), 401],
    ['header', { 'x-key': 'Secret-1' }, 200],
    ['header', { 'x-key': 'SECRET-1' }, 401],
    ['basic', basic('ann:Word'), 200],
    ['basic', basic('ann:word'), 401],
    ['basic', basic('Ann:Word'), 401],
  ] as const)('are compared whole for %s: %o is %i', async (scheme, headers, status) => {
    const credentials = ['Secret-1', { value: 'ann:Word' }]
    await using api = await serveSandbox(secured({ [scheme]: [] }), { credentials })
    expect((await api.send('GET', '/notes', undefined, headers)).status).toBe(status)
  })

  it('give 403 to a caller without the scope', async () => {
    const document = notesDocument({
      schemes,
      security: [{ oauth2: ['read'] }],
      own: { createNote: [{ oauth2: ['read', 'write'] }] },
    })
    const credentials = [{ value: 'reader', scopes: ['read'] }, 'writer']
    await using api = await serveSandbox(document, { credentials })
    expect((await api.send('GET', '/notes', undefined, bearer('reader'))).status).toBe(200)
    expect((await api.send('POST', '/notes', { text: 'a' }, bearer('writer'))).status).toBe(201)
    const refused = await api.send('POST', '/notes', { text: 'a' }, bearer('reader'))
    expect(refused.status).toBe(403)
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer realm="Notes", error="insufficient_scope", scope="write"',
    )
    expect(refused.json).toMatchObject({ status: 403, detail: 'The credentials lack the scope write' })
  })

  it('try the next alternative if the scope of one is missing', async () => {
    const document = notesDocument({ schemes, security: [{ oauth2: ['write'] }, { openId: ['read'] }] })
    await using api = await serveSandbox(document, { credentials: [{ value: 'reader', scopes: ['read'] }] })
    expect((await api.send('GET', '/notes', undefined, bearer('reader'))).status).toBe(200)
  })
})

const login = (path: string, schema: Part): Part => ({
  [path]: {
    post: {
      operationId: 'logIn',
      security: [],
      requestBody: {
        required: true,
        content: json({
          type: 'object',
          properties: { username: { type: 'string' }, password: { type: 'string' } },
        }),
      },
      responses: { 200: { description: 'Welcome.', content: json(schema) } },
    },
  },
})

const enter = async (api: Awaited<ReturnType<typeof serveSandbox>>, username: string) => {
  const { json: body } = await api.send('POST', '/login', { username, password: 'x' })
  return bearer((body as { accessToken: string }).accessToken)
}

describe('tokens of a login', () => {
  const session = {
    type: 'object',
    required: ['accessToken'],
    properties: {
      accessToken: { type: 'string', example: 'tok_aaaaaaaaaaaaaaaa' },
      expiresIn: { type: 'integer' },
    },
  }

  it('are accepted beside those of the list', async () => {
    const document = notesDocument({ paths: login('/login', session) })
    await using api = await serveSandbox(document, { credentials: ['other'] })
    const headers = await enter(api, 'ann')
    expect((await api.send('GET', '/notes', undefined, headers)).status).toBe(200)
    expect((await api.send('GET', '/notes', undefined, bearer('tok_aaaaaaaaaaaaaaaa'))).status).toBe(401)
  })

  it('are new for each login, and stand for the user', async () => {
    await using api = await serveSandbox(notesDocument({ paths: login('/login', session) }))
    const [first, again, other] = [await enter(api, 'ann'), await enter(api, 'ann'), await enter(api, 'bob')]
    expect(first).not.toStrictEqual(again)
    await api.send('POST', '/notes', { text: 'a' }, first)
    expect((await api.send('GET', '/notes', undefined, again)).json).toHaveLength(1)
    expect((await api.send('GET', '/notes', undefined, other)).json).toHaveLength(0)
  })

  it('are found in an envelope', async () => {
    const document = notesDocument({
      paths: login('/login', { type: 'object', required: ['data'], properties: { data: session } }),
    })
    await using api = await serveSandbox(document, { credentials: [] })
    const { json: body } = await api.send('POST', '/login', { username: 'ann' })
    const { accessToken } = (body as { data: { accessToken: string } }).data
    expect((await api.send('GET', '/notes', undefined, bearer(accessToken))).status).toBe(200)
  })
})

describe('cookies of a login', () => {
  it.each([
    [{ type: 'string', example: 'sid=abcde12345; Path=/' }, /^sid=(?!abcde12345)[\w]{16}; Path=\/$/],
    [{ type: 'string' }, /^sid=\w{16,}; Path=\/; HttpOnly; SameSite=Lax$/],
  ])('are set as documented (%o), and accepted', async (schema, form) => {
    const headers = { 'Set-Cookie': { schema } }
    const responses = { 204: { description: 'Welcome.', headers } }
    const document = notesDocument({
      schemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
      security: [{ session: [] }],
      paths: { '/login': { post: { operationId: 'logIn', security: [], responses } } },
    })
    await using api = await serveSandbox(document, { credentials: [] })
    const cookie = (await api.send('POST', '/login')).headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(form)
    const list = async (text: string) => (await api.send('GET', '/notes', undefined, { cookie: text })).status
    expect(await list(cookie.split(';')[0] ?? '')).toBe(200)
    expect(await list('sid=abcde12345')).toBe(401)
  })
})

describe('tokens of sessions that are kept', () => {
  const session = {
    type: 'object',
    required: ['id', 'token'],
    properties: {
      id: { type: 'integer', readOnly: true },
      token: { type: 'string', readOnly: true, example: 'ses_0123456789abcdef' },
      device: { type: 'string' },
    },
  }
  const paths = {
    '/sessions': {
      post: {
        operationId: 'createSession',
        security: [],
        requestBody: { required: true, content: json(session) },
        responses: { 201: { description: 'It.', content: json(session) } },
      },
    },
  }

  it('differ, and are accepted', async () => {
    await using api = await serveSandbox(notesDocument({ paths }), { credentials: [] })
    const [one, other] = await Promise.all(
      ['phone', 'web'].map(async (device) => (await api.send('POST', '/sessions', { device })).json),
    )
    const { token } = one as { token: string }
    expect(token).toMatch(/^ses_[\da-z]{16}$/)
    expect(other).not.toMatchObject({ token })
    expect((await api.send('GET', '/notes', undefined, bearer(token))).status).toBe(200)
    expect((await api.send('GET', '/notes', undefined, bearer('ses_0123456789abcdef'))).status).toBe(401)
  })
})
