import { describe, expect, it } from 'vitest'
import { notesDocument, json, type NotesOptions, type Part, problem } from './access-document.ts'
import { serveSandbox, shareSandbox } from './serve.ts'

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

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
const responses = { 200: { description: 'In.' }, 401: problem, 403: problem }
/** A path for each scheme, and some for what several schemes, scopes and statuses make of one another. */
const secured: Readonly<Record<string, readonly Part[]>> = {
  ...Object.fromEntries(Object.keys(schemes).map((scheme) => [scheme, [{ [scheme]: [] }]])),
  either: [{ header: [], bearer: [] }, { basic: [] }],
  anonymous: [{ bearer: [] }, {}],
  none: [],
  read: [{ oauth2: ['read'] }],
  write: [{ oauth2: ['read', 'write'] }],
  scopes: [{ oauth2: ['write'] }, { openId: ['read'] }],
}
const document = notesDocument({
  schemes,
  security: [{ bearer: [] }],
  operations: ['createNote'],
  paths: {
    ...Object.fromEntries(
      Object.entries(secured).map(([name, security]) => [`/${name}`, { get: { security, responses } }]),
    ),
    '/forbidden': { get: { responses: { 200: { description: 'In.' }, 403: problem } } },
    '/hidden': { get: { responses: { 200: { description: 'In.' }, 404: problem } } },
    '/undocumented': { get: { responses: { 200: { description: 'In.' } } } },
  },
})
type Headers = Readonly<Record<string, string>>

describe('credentials by their form', () => {
  const api = shareSandbox(document)
  const status = (path: string, headers: Headers) => api.status('GET', path, undefined, headers)

  it.each<[string, Headers]>([
    ['/header', { 'x-key': 'k1' }],
    ['/query?api_key=k1', {}],
    ['/cookie', { cookie: 'theme=dark; session=k1' }],
    ['/bearer', bearer('abc.def-1')],
    ['/bearer', { authorization: 'bearer abc' }],
    ['/basic', basic('ann:secret:word')],
    ['/digest', { authorization: 'Digest username="ann", response="6629"' }],
    ['/oauth2', bearer('abc')],
    ['/openId', bearer('abc')],
    ['/certificate', {}],
    ['/either', { 'x-key': 'k', ...bearer('abc') }],
    ['/either', basic('ann:secret')],
    ['/anonymous', {}],
    ['/anonymous', bearer('abc')],
    ['/none', {}],
  ])('are accepted at %s: %o', async (path, headers) => {
    expect(await status(path, headers)).toBe(200)
  })

  const either =
    'ApiKey realm="Notes", in="header", name="X-Key", Bearer realm="Notes", Basic realm="Notes", charset="UTF-8"'
  it.each<[string, Headers, string]>([
    ['/header', { 'x-key': '' }, 'ApiKey realm="Notes", in="header", name="X-Key"'],
    ['/query?api_key=', {}, 'ApiKey realm="Notes", in="query", name="api_key"'],
    ['/query?api_key=a&api_key=b', {}, 'ApiKey realm="Notes", in="query", name="api_key"'],
    ['/cookie', { cookie: 'xsession=k1' }, 'ApiKey realm="Notes", in="cookie", name="session"'],
    ['/bearer', {}, 'Bearer realm="Notes"'],
    ['/bearer', { authorization: 'Bearer' }, 'Bearer realm="Notes", error="invalid_token"'],
    ['/bearer', { authorization: 'Bearer a b' }, 'Bearer realm="Notes", error="invalid_token"'],
    ['/bearer', basic('ann:secret'), 'Bearer realm="Notes", error="invalid_token"'],
    ['/basic', basic('no colon'), 'Basic realm="Notes", charset="UTF-8"'],
    ['/basic', { authorization: 'Basic ???' }, 'Basic realm="Notes", charset="UTF-8"'],
    ['/basic', bearer('abc'), 'Basic realm="Notes", charset="UTF-8"'],
    ['/digest', { authorization: 'Digest' }, 'Digest realm="Notes"'],
    ['/oauth2', {}, 'Bearer realm="Notes"'],
    ['/either', {}, either],
  ])('are rejected at %s with a challenge: %o', async (path, headers, challenge) => {
    const refused = await api.send('GET', path, undefined, headers)
    expect(refused).toMatchObject({ status: 401, json: { title: 'Unauthorized', status: 401 } })
    expect(refused.headers.get('www-authenticate')).toBe(challenge)
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
  })

  it('name every way in', async () => {
    expect(await status('/either', bearer('abc'))).toBe(401)
    expect(await status('/either', { 'x-key': 'k' })).toBe(401)
    expect(await api.read('/either')).toMatchObject({
      detail: expect.stringContaining('the header X-Key and Authorization: Bearer, or Authorization: Basic'),
    })
  })

  it('are judged before the body', async () => {
    expect(await api.status('POST', '/notes', { text: 7 })).toBe(401)
  })

  it('get 403 or 404 where the document has no 401, and 401 where it has none of them', async () => {
    expect(await status('/forbidden', {})).toBe(403)
    const hidden = await api.send('GET', '/hidden')
    expect(hidden).toMatchObject({
      status: 404,
      json: { detail: expect.stringContaining('no credentials') },
    })
    expect(hidden.headers.get('www-authenticate')).toBe('Bearer realm="Notes"')
    expect(await api.send('GET', '/undocumented')).toMatchObject({
      status: 401,
      json: { title: 'Unauthorized' },
    })
  })
})

describe('credentials of a list', () => {
  const credentials = ['Secret-1', { value: 'ann:Word' }, { value: 'reader', scopes: ['read'] }]
  const api = shareSandbox(document, { credentials })

  it.each<[string, Headers, number]>([
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
    // A missing scope is 403, unless another alternative is enough.
    ['read', bearer('reader'), 200],
    ['write', bearer('Secret-1'), 200],
    ['write', bearer('reader'), 403],
    ['scopes', bearer('reader'), 200],
  ])('are compared whole at /%s: %o is %i', async (path, headers, status) => {
    expect(await api.status('GET', `/${path}`, undefined, headers)).toBe(status)
  })

  it('name the scope that is missing', async () => {
    const refused = await api.send('GET', '/write', undefined, bearer('reader'))
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer realm="Notes", error="insufficient_scope", scope="write"',
    )
    expect(refused.json).toMatchObject({ status: 403, detail: 'The credentials lack the scope write' })
  })
})

/** Notes with an operation that anybody may call, at a path that makes tokens. */
const withPost = (path: string, operation: Part, more: NotesOptions = {}) =>
  notesDocument({
    operations: ['createNote', 'listNotes'],
    ...more,
    paths: { [path]: { post: { security: [], ...operation } } },
  })

describe('tokens of a login', () => {
  const session = {
    type: 'object',
    required: ['accessToken'],
    properties: {
      accessToken: { type: 'string', example: 'tok_aaaaaaaaaaaaaaaa' },
      expiresIn: { type: 'integer' },
    },
  }
  const user = { type: 'object', properties: { username: { type: 'string' }, password: { type: 'string' } } }
  const login = (schema: Part) =>
    withPost('/login', {
      requestBody: { required: true, content: json(user) },
      responses: { 200: { description: 'Welcome.', content: json(schema) } },
    })

  it('are new for each login, stand for the user, and are accepted beside those of the list', async () => {
    await using api = await serveSandbox(login(session), { credentials: ['other'] })
    const enter = async (username: string) => {
      const { json: body } = await api.send('POST', '/login', { username, password: 'x' })
      return bearer((body as { accessToken: string }).accessToken)
    }
    const [first, again, other] = [await enter('ann'), await enter('ann'), await enter('bob')]
    expect(first).not.toStrictEqual(again)
    await api.send('POST', '/notes', { text: 'a' }, first)
    expect(await api.read('/notes', again)).toHaveLength(1)
    expect(await api.read('/notes', other)).toHaveLength(0)
    expect(await api.status('GET', '/notes', undefined, bearer('other'))).toBe(200)
    expect(await api.status('GET', '/notes', undefined, bearer('tok_aaaaaaaaaaaaaaaa'))).toBe(401)
  })

  it('are found in an envelope', async () => {
    const envelope = { type: 'object', required: ['data'], properties: { data: session } }
    await using api = await serveSandbox(login(envelope), { credentials: [] })
    const { json: body } = await api.send('POST', '/login', { username: 'ann' })
    const { accessToken } = (body as { data: { accessToken: string } }).data
    expect(await api.status('GET', '/notes', undefined, bearer(accessToken))).toBe(200)
  })
})

describe('cookies of a login', () => {
  it.each([
    [{ type: 'string', example: 'sid=abcde12345; Path=/' }, /^sid=(?!abcde12345)[\w]{16}; Path=\/$/],
    [{ type: 'string' }, /^sid=\w{16,}; Path=\/; HttpOnly; SameSite=Lax$/],
  ])('are set as documented (%o), and accepted', async (schema, form) => {
    const welcome = { 204: { description: 'Welcome.', headers: { 'Set-Cookie': { schema } } } }
    const sid = {
      schemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
      security: [{ session: [] }],
    }
    await using api = await serveSandbox(withPost('/login', { responses: welcome }, sid), { credentials: [] })
    const cookie = (await api.send('POST', '/login')).headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(form)
    const list = (text: string) => api.status('GET', '/notes', undefined, { cookie: text })
    expect(await list(cookie.split(';')[0] ?? '')).toBe(200)
    expect(await list('sid=abcde12345')).toBe(401)
  })
})

describe('tokens of sessions that are kept', () => {
  it('differ, and are accepted', async () => {
    const session = {
      type: 'object',
      required: ['id', 'token'],
      properties: {
        id: { type: 'integer', readOnly: true },
        token: { type: 'string', readOnly: true, example: 'ses_0123456789abcdef' },
        device: { type: 'string' },
      },
    }
    const create = {
      requestBody: { required: true, content: json(session) },
      responses: { 201: { description: 'It.', content: json(session) } },
    }
    await using api = await serveSandbox(withPost('/sessions', create), { credentials: [] })
    const [one, other] = await Promise.all(
      ['phone', 'web'].map(async (device) => (await api.send('POST', '/sessions', { device })).json),
    )
    const { token } = one as { token: string }
    expect(token).toMatch(/^ses_[\da-z]{16}$/)
    expect(other).not.toMatchObject({ token })
    expect(await api.status('GET', '/notes', undefined, bearer(token))).toBe(200)
    expect(await api.status('GET', '/notes', undefined, bearer('ses_0123456789abcdef'))).toBe(401)
  })
})
