import { describe, expect, it } from 'vitest'
import { requestUserToken } from '../../browser/try-it/auth/oauth.ts'
import type { TryIt } from '../../browser/try-it/state.ts'
import { findNextSteps } from '../../browser/try-it/values/next-steps.ts'
import type { TryItOptions } from '../../src/try-it-options.ts'
import { openPage, type Reply } from './open-page.ts'

const ticket: Reply = { status: 201, body: { ticketId: 't-1', passenger: 'Ada', class: 'deck' } }
const crossing: Reply = { status: 200, body: { id: 'cr-9', vessel: 'v', departs: '2026-05-01T08:00:00Z' } }
const opened: Reply = { status: 200, body: [], headers: { 'x-new-token': 'anonymous', 'x-seconds': '60' } }

const header = (...pair: readonly [string, string]) => ({ headers: expect.arrayContaining([pair]) })

/** Returns the OAuth scheme of the document. */
function lineOf(tryIt: TryIt) {
  const found = tryIt.schemes.find(({ name }) => name === 'lineOAuth')
  if (found === undefined) throw new Error('The document has the scheme')
  return found
}

/** A session whose token the service issues and renews in a response header. */
const session: TryItOptions = {
  session: {
    scheme: 'passengerToken',
    tokenHeader: 'x-new-token',
    expiresInHeader: 'x-seconds',
    identity: '$response.body#/passenger',
    rejected: { status: 400, codePrefix: 'token_' },
    open: { operationId: 'list-vessels', label: 'Open' },
    signIns: [{ operationId: 'buy-ticket', example: 'cabin', label: 'Sign in' }],
  },
  errorCode: '$response.header.x-code',
}

describe('credentials', () => {
  it('send an API key in the header', async () => {
    const { tryIt, sent } = openPage({}, { status: 200, body: { items: [] } })
    tryIt.setCredential('harborKey', { value: 'h-key' })
    await tryIt.send()
    expect(sent[0]?.headers.get('x-harbor-key')).toBe('h-key')
  })

  it.each([
    [
      'an API key in the query',
      'queryKey',
      { value: 'q key' },
      'get-photo',
      { url: expect.stringMatching(/\/photo\?key=q%20key$/) },
    ],
    [
      'an API key in a cookie, for the snippets',
      'cookieKey',
      { value: 'c' },
      'send-complaint',
      header('Cookie', 'line=c'),
    ],
    [
      'a user name and a password',
      'captain',
      { value: 'ada', secret: 'pä' },
      'put-photo',
      header('Authorization', 'Basic YWRhOnDDpA=='),
    ],
  ])('send %s', (_title, scheme, credential, operation, request) => {
    const { tryIt } = openPage({})
    tryIt.setCredential(scheme, credential)
    tryIt.select(operation)
    expect(tryIt.filled.value.request).toMatchObject(request)
  })

  it('get a token for the client by OAuth 2.0', async () => {
    const { tryIt, sent } = openPage(
      {},
      { status: 200, body: { access_token: 'at', expires_in: 60 } },
      ticket,
    )
    tryIt.setCredential('lineOAuth', { value: 'me', secret: 's', scopes: ['tickets'] })
    expect(await tryIt.getToken(lineOf(tryIt), 'clientCredentials')).toBe(
      'The token is stored, and expires in 60 s.',
    )
    expect(sent[0]?.headers.get('authorization')).toBe('Basic bWU6cw==')
    expect(await sent[0]?.text()).toBe('grant_type=client_credentials&scope=tickets')
    tryIt.select('buy-ticket')
    tryIt.setDraft({ requirement: 1 })
    await tryIt.send()
    expect(sent[1]?.headers.get('authorization')).toBe('Bearer at')
  })

  it('get a token for the user with PKCE', async () => {
    const { tryIt, sent } = openPage({}, { status: 200, body: { access_token: 'ut' } })
    tryIt.setCredential('lineOAuth', { value: 'me' })
    expect(await tryIt.getToken(lineOf(tryIt), 'authorizationCode')).toBe('The token is stored.')
    const form = new URLSearchParams(await sent[0]?.text())
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'authorization_code',
      code: 'abc',
      client_id: 'me',
    })
    expect(form.get('code_verifier')).toMatch(/^[\w-]{43}$/)
    expect(tryIt.getCredential('lineOAuth').token).toBe('ut')
  })

  it('tell why there is no token', async () => {
    const { tryIt } = openPage({}, { status: 401, body: { error: 'invalid_client' } })
    expect(await tryIt.getToken(lineOf(tryIt), 'clientCredentials')).toBe(
      'The token endpoint responded 401, invalid_client.',
    )
  })

  it.each([
    ['error=access_denied', 'access_denied'],
    ['error=access_denied&error_description=Not+today', 'access_denied: Not today'],
  ])('report the error %s of the authorization server', async (query, reason) => {
    const { tryIt } = openPage({})
    const outcome = await requestUserToken(
      tryIt.getCredential('lineOAuth'),
      { authorizationUrl: 'http://auth.test/authorize', tokenUrl: 'http://auth.test/token' },
      {
        authorize: () => Promise.resolve(`http://docs.test/try.html?${query}`),
        redirectUri: 'http://docs.test/try.html',
        fetch,
      },
    )
    expect(outcome).toStrictEqual({ problem: `The authorization server returned ${reason}` })
  })

  it('are form-encoded for the token endpoint', async () => {
    const { tryIt, sent } = openPage({}, { status: 200, body: { access_token: 'at' } })
    tryIt.setCredential('lineOAuth', { value: 'my app', secret: 'a:b!' })
    await tryIt.getToken(lineOf(tryIt), 'clientCredentials')
    expect(sent[0]?.headers.get('authorization')).toBe(`Basic ${btoa('my+app:a%3Ab%21')}`)
  })

  it('begin with a token from the options', () => {
    const { tryIt } = openPage({
      auth: { passengerToken: { value: 'preset' }, lineOAuth: { value: 'my-app' } },
    })
    tryIt.select('get-ticket')
    expect(tryIt.filled.value.request).toMatchObject(header('Authorization', 'Bearer preset'))
    expect(tryIt.getCredential('lineOAuth')).toMatchObject({ value: 'my-app', token: '' })
  })

  it('are masked in everything that is shown', () => {
    const { tryIt } = openPage({ auth: { harborKey: { value: 'public-key', isPublic: true } } })
    tryIt.setCredential('queryKey', { value: 'hidden-key' })
    tryIt.select('get-photo')
    expect(tryIt.filled.value.maskedRequest.url).toMatch(/\?key=\*{4}$/)
    tryIt.select('list-crossings')
    expect(tryIt.filled.value.maskedRequest.headers).toContainEqual(['X-Harbor-Key', 'public-key'])
  })

  it('are told to no other origin', () => {
    const { tryIt } = openPage({})
    tryIt.setCredential('harborKey', { value: 'h-key' })
    tryIt.chooseServer(1)
    expect(tryIt.filled.value.request.headers).toStrictEqual([])
    tryIt.setAddress('http://127.0.0.1:4000/other/')
    expect(tryIt.filled.value.request.headers).toStrictEqual([['X-Harbor-Key', 'h-key']])
  })

  it('are left out or invalid on purpose', () => {
    const { tryIt } = openPage({})
    tryIt.setCredential('passengerToken', { token: 'good' })
    tryIt.select('get-ticket')
    const authorization = () =>
      tryIt.filled.value.request.headers.find(([name]) => name === 'Authorization')?.[1]
    expect(authorization()).toBe('Bearer good')
    tryIt.setDraft({ choices: { passengerToken: 'invalid' } })
    expect(authorization()).toBe('Bearer not.a.token')
    tryIt.setDraft({ choices: { passengerToken: 'none' } })
    expect(authorization()).toBeUndefined()
  })
})

describe('session', () => {
  it('is opened before a sign-in, and its token sent', async () => {
    const { tryIt, sent } = openPage(session, opened, { ...ticket, headers: { 'x-new-token': 'Bearer ada' } })
    await tryIt.signIn({ operationId: 'buy-ticket', example: 'cabin' })
    expect(sent.map(({ headers }) => headers.get('authorization'))).toStrictEqual([null, 'Bearer anonymous'])
    expect(tryIt.memory.value.token).toMatchObject({ token: 'ada', identity: 'Ada', expiresAt: undefined })
  })

  const renewed = { status: 404, body: {}, headers: { 'x-new-token': 'renewed' } }
  const expired = { status: 400, body: {}, headers: { 'x-code': 'token_expired' } }
  it.each<[string, Reply, Parameters<TryIt['setDraft']>[0], object]>([
    ['takes a renewed token from an error too', renewed, {}, { token: 'renewed' }],
    ['notes that the service rejects the token', expired, {}, { isRejected: true }],
    [
      'trusts its token when another one is rejected',
      { status: 401, body: {} },
      { choices: { passengerToken: 'invalid' } },
      { isRejected: false },
    ],
  ])('%s', async (_title, reply, draft, token) => {
    const { tryIt } = openPage(session, opened, reply)
    await tryIt.openSession()
    expect(tryIt.memory.value.token?.expiresAt).toBe(60_000)
    tryIt.select('get-ticket')
    tryIt.setDraft(draft)
    await tryIt.send()
    expect(tryIt.memory.value.token).toMatchObject(token)
  })

  it('stops the sign-in where it does not open', async () => {
    const { tryIt, sent } = openPage(session, { status: 429, body: {} })
    await tryIt.signIn({ operationId: 'buy-ticket', example: 'cabin' })
    expect(sent).toHaveLength(1)
  })
})

describe('servers', () => {
  it('are those of the document, with variables', () => {
    const { tryIt } = openPage({})
    expect(tryIt.servers.map(({ label }) => label)).toStrictEqual(['A harbor on this machine', 'Production'])
    tryIt.chooseServer(1)
    tryIt.setVariable('region', 'south')
    expect(tryIt.filled.value.request.url).toBe('https://south.ferries.example.com/v2/crossings')
  })

  it('can be the origin of the page, and a mock', () => {
    const headers = [{ name: 'x-force', description: '', choices: ['late'] }]
    const servers = [{ label: 'Here', url: 'http://127.0.0.1:1', isPageOrigin: true, headers }]
    const { tryIt } = openPage({ servers, mock: 'http://127.0.0.1:4010' })
    expect(tryIt.address.value).toBe('http://docs.test')
    expect(tryIt.filled.value.fields.at(-1)).toMatchObject({ name: 'x-force', control: 'choice' })
    tryIt.chooseServer(1)
    expect(tryIt.filled.value.fields.at(-1)).toMatchObject({
      name: 'Prefer',
      choices: ['code=200, example=example'],
    })
  })
})

describe('requests', () => {
  it('keep a key for the same body alone', async () => {
    const { tryIt, sent } = openPage({}, ticket, ticket, ticket)
    tryIt.select('buy-ticket')
    await tryIt.send()
    await tryIt.send()
    tryIt.chooseExample('cabin')
    await tryIt.send()
    tryIt.newIdempotencyKey()
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toStrictEqual(['key-number-1', 'key-number-1', 'key-number-2'])
    expect(tryIt.filled.value.form.values['header.Idempotency-Key']).toBe('key-number-3')
  })

  it('offer ids by links, else by names', async () => {
    const { tryIt } = openPage({}, crossing, ticket)
    tryIt.select('get-crossing')
    await tryIt.send()
    tryIt.select('buy-ticket')
    expect(tryIt.filled.value.form.values['path.crossing-id']).toBe('cr-9')
    await tryIt.send()
    tryIt.select('get-ticket')
    expect(tryIt.filled.value.form.values['path.ticketId']).toBe('t-1')
  })

  it('follow a link of a response, body and all', async () => {
    const { tryIt } = openPage({}, crossing)
    tryIt.select('get-crossing')
    await tryIt.send()
    const { operation, outcome } = tryIt.shown.value ?? {}
    if (operation === undefined || outcome?.kind !== 'response') throw new Error('There is a response')
    const [step] = findNextSteps(tryIt.operations, operation, outcome)
    if (step === undefined) throw new Error('There is a next step')
    tryIt.follow(step)
    expect(tryIt.operation.value.id).toBe('buy-ticket')
    expect(JSON.parse(tryIt.filled.value.form.body)).toStrictEqual({
      passenger: 'Ada Lovelace',
      class: 'deck',
    })
  })

  it('are shown again as they were sent', async () => {
    const { tryIt } = openPage({}, ticket)
    tryIt.select('buy-ticket')
    tryIt.setBody('{"passenger": "Bob"}')
    await tryIt.send()
    tryIt.startAgain()
    tryIt.chooseServer(1)
    tryIt.select('list-vessels')
    const [exchange] = tryIt.exchanges.value
    if (exchange !== undefined) tryIt.load(exchange)
    expect(tryIt.serverIndex.value).toBe(0)
    expect(tryIt.filled.value.form.body).toBe('{"passenger": "Bob"}')
  })

  it('that nobody responds to are kept', async () => {
    const { tryIt } = openPage({})
    await tryIt.send()
    expect(tryIt.exchanges.value.map(({ outcome }) => outcome.kind)).toStrictEqual(['none'])
    expect(tryIt.inFlight.value).toBeUndefined()
  })

  it('are canceled', async () => {
    const { tryIt } = openPage({}, ticket)
    const sending = tryIt.send()
    const waiting = tryIt.inFlight.value
    tryIt.cancel()
    expect(waiting?.signal.aborted).toBe(true)
    await sending
  })
})
