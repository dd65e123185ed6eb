import { checkContract } from '@contract-kit/checker'
import { loadDocument } from '@contract-kit/checker/resources'
import { describe, expect, it } from 'vitest'
import { Credentials } from '../src/access/credentials.ts'
import { Store } from '../src/state/store.ts'
import { json, notesDocument, type Part, problem } from './access-document.ts'
import { serveSandbox } from './serve.ts'

const ann = { authorization: 'Bearer ann' }
const bob = { authorization: 'Bearer bob' }

interface Note {
  readonly id: number
  readonly text: string
}

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

const token = (claims: object, signature: string) =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`

describe('items of a caller', () => {
  it('are not shown to others', async () => {
    await using api = await serveSandbox(notesDocument())
    const { id } = (await api.send('POST', '/notes', { text: 'of Ann' }, ann)).json as Note
    const status = async (method: string, path: string, body?: unknown) =>
      (await api.send(method, path, body, bob)).status
    expect((await api.send('GET', '/notes', undefined, bob)).json).toStrictEqual([])
    expect(await status('GET', `/notes/${id}`)).toBe(404)
    expect(await status('PUT', `/notes/${id}`, { text: 'of Bob' })).toBe(404)
    expect(await status('DELETE', `/notes/${id}`)).toBe(404)
    expect(await status('GET', `/notes/${id}/comments`)).toBe(404)
    expect(await status('POST', `/notes/${id}/comments`, { text: 'Hi' })).toBe(404)
    expect((await api.send('GET', '/notes', undefined, ann)).json).toStrictEqual([{ id, text: 'of Ann' }])
  })

  it('are forbidden where the document has no 404', async () => {
    await using api = await serveSandbox(notesDocument({ responses: { 401: problem, 403: problem } }))
    const { id } = (await api.send('POST', '/notes', { text: 'of Ann' }, ann)).json as Note
    expect((await api.send('GET', `/notes/${id}`, undefined, bob)).status).toBe(403)
  })

  it('are those of every password of a user', async () => {
    const document = notesDocument({ schemes: { token: { type: 'http', scheme: 'basic' } } })
    await using api = await serveSandbox(document)
    await api.send('POST', '/notes', { text: 'a' }, basic('ann:old'))
    expect((await api.send('GET', '/notes', undefined, basic('ann:new'))).json).toHaveLength(1)
    expect((await api.send('GET', '/notes', undefined, basic('bob:new'))).json).toHaveLength(0)
  })

  it('are those of the subject of a JSON Web Token', async () => {
    await using api = await serveSandbox(notesDocument())
    const [first, second, other] = [
      token({ sub: 'ann', iat: 1 }, 'x1'),
      token({ sub: 'ann', iat: 2 }, 'x2'),
      token({ sub: 'bob', iat: 2 }, 'x3'),
    ].map((one) => ({ authorization: `Bearer ${one}` }))
    await api.send('POST', '/notes', { text: 'a' }, first)
    expect((await api.send('GET', '/notes', undefined, second)).json).toHaveLength(1)
    expect((await api.send('GET', '/notes', undefined, other)).json).toHaveLength(0)
  })

  it('belong to a user, whatever key the application has', async () => {
    const document = notesDocument({
      schemes: {
        token: { type: 'http', scheme: 'bearer' },
        app: { type: 'apiKey', in: 'header', name: 'X-App' },
      },
      security: [{ app: [], token: [] }],
    })
    await using api = await serveSandbox(document)
    await api.send('POST', '/notes', { text: 'a' }, { ...ann, 'x-app': 'phone' })
    expect((await api.send('GET', '/notes', undefined, { ...ann, 'x-app': 'web' })).json).toHaveLength(1)
    expect((await api.send('GET', '/notes', undefined, { ...bob, 'x-app': 'web' })).json).toHaveLength(0)
  })

  it('are shared by credentials of one identity', async () => {
    const credentials = [{ value: 'ann', identity: 'team' }, { value: 'bob', identity: 'team' }, 'eve']
    await using api = await serveSandbox(notesDocument(), { credentials })
    await api.send('POST', '/notes', { text: 'a' }, ann)
    expect((await api.send('GET', '/notes', undefined, bob)).json).toHaveLength(1)
    expect((await api.send('GET', '/notes', undefined, { authorization: 'Bearer eve' })).json).toHaveLength(0)
  })

  it('are seen by everybody if anybody may create or read them', async () => {
    const open = notesDocument({ own: { createNote: [], listNotes: [] } })
    await using api = await serveSandbox(open)
    const { id } = (await api.send('POST', '/notes', { text: 'a' })).json as Note
    expect((await api.send('GET', '/notes')).json).toHaveLength(1)
    expect((await api.send('GET', `/notes/${id}`, undefined, ann)).status).toBe(200)
    expect((await api.send('GET', `/notes/${id}`, undefined, bob)).status).toBe(200)
  })

  it('belong to nobody if other credentials read than create them', async () => {
    const document = notesDocument({
      schemes: {
        token: { type: 'http', scheme: 'bearer' },
        admin: { type: 'apiKey', in: 'header', name: 'X-Admin' },
      },
      own: { createNote: [{ admin: [] }] },
    })
    await using api = await serveSandbox(document)
    await api.send('POST', '/notes', { text: 'a' }, { 'x-admin': 'root' })
    expect((await api.send('GET', '/notes', undefined, ann)).json).toHaveLength(1)
    expect((await api.send('GET', '/notes', undefined, bob)).json).toHaveLength(1)
  })

  it('are kept without the credential', async () => {
    const document = await loadDocument(notesDocument())
    const store = new Store()
    const credentials = new Credentials(document, store, undefined)
    const [operation] = document.operations
    if (operation === undefined) throw new Error('The document has operations')
    const sent = { headers: { authorization: 'Bearer Secret-1' }, target: '/notes' }
    expect(credentials.admit(operation, sent).identity).toMatch(/^[\w-]{16}$/)
    credentials.issue('Secret-2', 'ann@example.com', undefined)
    expect(JSON.stringify(store.all())).not.toMatch(/Secret|ann@/)
  })
})

describe('a singleton', () => {
  const profile = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  const paths = (security: readonly Part[] | undefined): Part => ({
    '/profile': {
      get: {
        operationId: 'readProfile',
        ...(security && { security }),
        responses: { 200: { description: 'It.', content: json(profile) }, 404: problem, 401: problem },
      },
      put: {
        operationId: 'replaceProfile',
        requestBody: { required: true, content: json(profile) },
        responses: { 200: { description: 'It.', content: json(profile) }, 401: problem },
      },
    },
  })

  it('is that of each caller', async () => {
    await using api = await serveSandbox(notesDocument({ paths: paths(undefined) }))
    await api.send('PUT', '/profile', { name: 'Ann' }, ann)
    await api.send('PUT', '/profile', { name: 'Bob' }, bob)
    expect((await api.send('GET', '/profile', undefined, ann)).json).toStrictEqual({ name: 'Ann' })
    expect((await api.send('GET', '/profile', undefined, bob)).json).toStrictEqual({ name: 'Bob' })
  })

  it('is one for all if everybody may read it', async () => {
    await using api = await serveSandbox(notesDocument({ paths: paths([]) }))
    await api.send('PUT', '/profile', { name: 'Ann' }, ann)
    expect((await api.send('GET', '/profile')).json).toStrictEqual({ name: 'Ann' })
  })
})

describe('the checker', () => {
  it('finds nothing with several identities', { timeout: 120_000 }, async () => {
    const document = notesDocument({
      schemes: {
        login: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { read: '', write: '' } },
          },
        },
      },
      security: [{ login: ['read'] }],
      own: Object.fromEntries(
        ['createNote', 'replaceNote', 'deleteNote', 'createComment'].map((id) => [
          id,
          [{ login: ['write'] }],
        ]),
      ),
    })
    const credentials = [
      { value: 'Ann-token' },
      { value: 'Bob-token' },
      { value: 'Reader-token', scopes: ['read'] },
    ]
    await using api = await serveSandbox(document, { credentials })
    const { findings } = await checkContract({
      document,
      baseUrl: api.url,
      cases: 20,
      identities: {
        ann: { bearer: 'Ann-token', owns: true },
        bob: { bearer: 'Bob-token', owns: true },
        reader: { bearer: 'Reader-token', scopes: ['read'] },
        former: { bearer: 'Former-token', expired: true },
      },
    })
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toStrictEqual([])
  })
})
