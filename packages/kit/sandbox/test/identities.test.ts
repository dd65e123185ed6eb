import { checkContract } from '@contract-kit/checker'
import { loadDocument } from '@contract-kit/openapi'
import { describe, expect, it } from 'vitest'
import { Credentials } from '../src/access/credentials.ts'
import { Clock } from '../src/state/clock.ts'
import { Store } from '../src/state/store.ts'
import { json, notesDocument, type NotesOptions, type Part, problem } from './access-document.ts'
import { serveSandbox } from './serve.ts'

interface Note {
  readonly id: number
}
type Headers = Readonly<Record<string, string>>
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const [ann, bob] = [bearer('ann'), bearer('bob')]
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
/** A JSON Web Token. */
const token = (claims: object, signature: string) =>
  bearer(`eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`)

const operations = ['createNote', 'listNotes', 'readNote']
const tokenScheme = { type: 'http', scheme: 'bearer' }
const keyScheme = (name: string) => ({ type: 'apiKey', in: 'header', name })

describe('items of a caller', () => {
  it('are not shown to others', async () => {
    await using api = await serveSandbox(notesDocument())
    const note = (await api.send('POST', '/notes', { text: 'of Ann' }, ann)).json as Note
    const path = `/notes/${note.id}`
    expect(await api.read('/notes', bob)).toStrictEqual([])
    expect(await api.status('GET', path, undefined, bob)).toBe(404)
    expect(await api.status('PUT', path, { text: 'of Bob' }, bob)).toBe(404)
    expect(await api.status('DELETE', path, undefined, bob)).toBe(404)
    expect(await api.status('GET', `${path}/comments`, undefined, bob)).toBe(404)
    expect(await api.status('POST', `${path}/comments`, { text: 'Hi' }, bob)).toBe(404)
    expect(await api.read('/notes', ann)).toStrictEqual([note])
  })

  it('are forbidden where the document has no 404', async () => {
    const responses = { 401: problem, 403: problem }
    await using api = await serveSandbox(notesDocument({ responses, operations }))
    const { id } = (await api.send('POST', '/notes', { text: 'of Ann' }, ann)).json as Note
    expect(await api.status('GET', `/notes/${id}`, undefined, bob)).toBe(403)
  })

  it.each<[string, NotesOptions, Headers, Headers, Headers | undefined]>([
    [
      'every password of a user',
      { schemes: { token: { type: 'http', scheme: 'basic' } } },
      basic('ann:old'),
      basic('ann:new'),
      basic('bob:new'),
    ],
    [
      'the subject of a JSON Web Token',
      {},
      token({ sub: 'ann', iat: 1 }, 'x1'),
      token({ sub: 'ann', iat: 2 }, 'x2'),
      token({ sub: 'bob', iat: 2 }, 'x3'),
    ],
    [
      'a user, whatever key the application has',
      { schemes: { token: tokenScheme, app: keyScheme('X-App') }, security: [{ app: [], token: [] }] },
      { ...ann, 'x-app': 'phone' },
      { ...ann, 'x-app': 'web' },
      { ...bob, 'x-app': 'web' },
    ],
    ['credentials of one identity', {}, bearer('one'), bearer('two'), bearer('eve')],
    [
      'everybody if anybody may create or read them',
      { own: { createNote: [], listNotes: [] } },
      {},
      ann,
      undefined,
    ],
    [
      'everybody if other credentials read than create them',
      { schemes: { token: tokenScheme, admin: keyScheme('X-Admin') }, own: { createNote: [{ admin: [] }] } },
      { 'x-admin': 'root' },
      ann,
      undefined,
    ],
  ])('are those of %s', async (title, options, creator, owner, stranger) => {
    const team = [{ value: 'one', identity: 'team' }, { value: 'two', identity: 'team' }, 'eve']
    const credentials = title.startsWith('credentials') ? { credentials: team } : {}
    await using api = await serveSandbox(notesDocument({ operations, ...options }), credentials)
    const { id } = (await api.send('POST', '/notes', { text: 'a' }, creator)).json as Note
    expect(await api.read('/notes', owner)).toHaveLength(1)
    expect(await api.status('GET', `/notes/${id}`, undefined, owner)).toBe(200)
    expect(await api.read('/notes', stranger ?? bob)).toHaveLength(stranger === undefined ? 1 : 0)
  })

  it('are kept without the credential', async () => {
    const document = await loadDocument(notesDocument())
    const store = new Store()
    const credentials = new Credentials(document, { store, clock: new Clock() }, undefined)
    const [operation] = document.operations
    if (operation === undefined) throw new Error('The document has operations')
    const sent = { headers: bearer('Secret-1'), target: '/notes' }
    expect(credentials.admit(operation, sent).identity).toMatch(/^[\w-]{16}$/)
    credentials.issue('Secret-2', 'ann@example.com', undefined)
    expect(JSON.stringify(store.all())).not.toMatch(/Secret|ann@/)
  })
})

describe('a singleton', () => {
  const profile = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  const responses = { 200: { description: 'It.', content: json(profile) }, 404: problem, 401: problem }
  const serve = (security: readonly Part[] | undefined) => {
    const get = { ...(security && { security }), responses }
    const put = { requestBody: { required: true, content: json(profile) }, responses }
    const post = put
    return serveSandbox(notesDocument({ operations: [], paths: { '/profile': { get, put, post } } }))
  }

  it.each(['PUT', 'POST'])('is that of each caller who sends %s', async (method) => {
    await using api = await serve(undefined)
    await api.send(method, '/profile', { name: 'Ann' }, ann)
    await api.send(method, '/profile', { name: 'Bob' }, bob)
    expect(await api.read('/profile', ann)).toStrictEqual({ name: 'Ann' })
    expect(await api.read('/profile', bob)).toStrictEqual({ name: 'Bob' })
  })

  it('is one for all if everybody may read it', async () => {
    await using api = await serve([])
    await api.send('PUT', '/profile', { name: 'Ann' }, ann)
    expect(await api.read('/profile')).toStrictEqual({ name: 'Ann' })
  })
})

describe('the checker', () => {
  it('finds nothing with several identities', async () => {
    const flows = {
      clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { read: '', write: '' } },
    }
    const writing = ['createNote', 'replaceNote', 'deleteNote', 'createComment']
    const document = notesDocument({
      schemes: { login: { type: 'oauth2', flows } },
      security: [{ login: ['read'] }],
      own: Object.fromEntries(writing.map((id) => [id, [{ login: ['write'] }]])),
    })
    const credentials = ['Ann-token', 'Bob-token', { value: 'Reader-token', scopes: ['read'] }]
    await using api = await serveSandbox(document, { credentials })
    const { findings } = await checkContract({
      document,
      baseUrl: api.url,
      cases: 5,
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
