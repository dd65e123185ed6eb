import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listen } from '@contract-kit/openapi/testing'
import { checkContract } from '../runner/contract-run.ts'

const responses = { 200: { description: 'ok' }, 400: { description: 'bad' }, 401: { description: 'who?' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/notes': {
      get: { operationId: 'listNotes', security: [{ token: [] }], responses },
      put: {
        operationId: 'putNote',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { type: 'object', properties: { text: { type: 'string' } } } },
          },
        },
        responses,
      },
    },
  },
}
const challenge = { 'www-authenticate': 'Bearer' }

/** The `User-Agent` that a run sends to the only operation of a document. */
const agentsOf = async (parameters: readonly object[], headers: Readonly<Record<string, string>>) => {
  const agents = new Set<string | null>()
  await checkContract({
    document: {
      ...document,
      paths: { '/notes': { get: { operationId: 'listNotes', parameters, responses } } },
    },
    include: ['listNotes'],
    phases: ['coverage'],
    headers,
    fetch: (request) => {
      const isOperation = request.method === 'GET' && new URL(request.url).pathname === '/notes'
      if (isOperation) agents.add(request.headers.get('user-agent'))
      return new Response(null)
    },
  })
  return [...agents]
}

describe('Session', () => {
  it.each([
    ['when they have expired', 'Bearer 2', 1],
    ['once more only, where new ones are refused too', 'Bearer none', 0],
  ])('asks for credentials again %s', async (_when, accepted, reached) => {
    let given = 0
    const { coverage } = await checkContract({
      document,
      include: ['listNotes'],
      phases: ['fuzz'],
      cases: 3,
      authenticate: () => ({ authorization: `Bearer ${(given += 1)}` }),
      fetch: ({ headers }) =>
        headers.get('authorization') === accepted
          ? new Response(null)
          : new Response(null, { status: 401, headers: challenge }),
    })
    expect([given, coverage.operations.reached]).toStrictEqual([2, reached])
  })

  it('rejects an identity with the credentials of the first', async () => {
    const identities = { one: { bearer: 'same-token' }, two: { bearer: 'same-token', scopes: [] } }
    await expect(checkContract({ document, identities, fetch: () => new Response(null) })).rejects.toThrow(
      'The identity two has the same credentials as the first identity; give it its own.',
    )
  })

  it('finds what an identity without scopes is given, told once for a weakness of all operations', async () => {
    const secured = { security: [{ token: ['write'] }], responses }
    const { findings } = await checkContract({
      document: { ...document, paths: { '/a': { get: secured }, '/b': { get: secured } } },
      phases: ['coverage'],
      identities: { own: { bearer: 'own-token-1' }, reader: { bearer: 'reader-2', scopes: ['read'] } },
      fetch: ({ method, headers }) => {
        if (method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
        const isKnown = /^Bearer (own-token-1|reader-2)/.test(headers.get('authorization') ?? '')
        return isKnown ? new Response(null) : new Response(null, { status: 401, headers: challenge })
      },
    })
    const places = (check: string) =>
      findings.filter((finding) => finding.check === check).map((finding) => finding.places.length)
    expect(places('credential-scope')).toStrictEqual([1, 1])
    expect(places('weak-credential')).toStrictEqual([2])
  })

  it('puts the server back after an invalid request was accepted', async () => {
    const log: string[] = []
    await checkContract({
      document,
      include: ['putNote'],
      phases: ['coverage'],
      reset: () => void log.push('reset'),
      fetch: async (request) => {
        const body = await request.text()
        if (request.method === 'PUT') log.push(/^\{.*\}$/.test(body) ? 'object' : 'other')
        return new Response(null)
      },
    })
    expect(log.slice(log.indexOf('other'), log.indexOf('other') + 2)).toStrictEqual(['other', 'reset'])
  })

  it('blames a server that goes away on the request that brought it down', async () => {
    const server = createServer((request, response) => {
      if (request.method !== 'PUT') return response.end()
      // Like a process that ends, it stops listening and closes its connections.
      server.close()
      server.closeAllConnections()
      return undefined
    })
    const { url: baseUrl } = await listen(server)
    const { findings, skipped } = await checkContract({ document, baseUrl, phases: ['coverage'] })
    const silent = findings.filter(({ check }) => check === 'no-response')
    expect(silent.map(({ operationId, count }) => [operationId, count])).toStrictEqual([['putNote', 1]])
    expect(skipped).toContainEqual({ operationId: 'putNote', reason: 'the server can no longer be reached' })
  })

  it.each([
    ['no other form of credentials that it does not have', {}, ['ignored-auth', 'invalid-auth']],
    [
      'other forms of those that it has',
      { authorization: 'Bearer abc123' },
      ['ignored-auth', 'invalid-auth', 'weak-credential'],
    ],
  ])('sends %s', async (_what, headers, expected) => {
    const { findings } = await checkContract({
      document,
      include: ['listNotes'],
      phases: ['coverage'],
      headers,
      fetch: () => new Response(null),
    })
    const found = findings.map(({ check }) => check).filter((check) => /auth|credential/.test(check))
    expect([...new Set(found)].toSorted()).toStrictEqual(expected)
  })

  describe('as user agent', () => {
    it('names itself', async () => {
      expect(await agentsOf([], {})).toStrictEqual([expect.stringMatching(/^contract-checker\/\d+\.\d+/)])
    })

    it('has the name that it is given', async () => {
      expect(await agentsOf([], { 'User-Agent': 'mine/1' })).toContain('mine/1')
    })

    it('leaves out a documented name where a request tests that', async () => {
      const parameter = { name: 'User-Agent', in: 'header', required: true, schema: { enum: ['a/1'] } }
      const agents = await agentsOf([parameter], {})
      expect(agents).toContain('a/1')
      expect(agents.filter((agent) => agent?.startsWith('contract-checker') === true)).toStrictEqual([])
    })

    it('names itself where a documented name is optional', async () => {
      const parameter = { name: 'User-Agent', in: 'header', schema: { type: 'string', minLength: 1 } }
      const agents = await agentsOf([parameter], {})
      expect(agents).toContainEqual(expect.stringMatching(/^contract-checker/))
    })
  })

  describe('with a header given that the document declares', () => {
    const shopHeader = {
      name: 'X-Shop',
      in: 'header',
      required: true,
      schema: { type: 'string', maxLength: 5 },
    }
    const shopDocument = {
      openapi: '3.1.0',
      info: { title: 'Shops', version: '1' },
      paths: { '/shop': { get: { operationId: 'getShop', parameters: [shopHeader], responses } } },
    }
    const findingsOf = async (accepts: (shop: string | null) => boolean, given = 'north') => {
      const { findings } = await checkContract({
        document: shopDocument,
        phases: ['coverage', 'fuzz'],
        cases: 20,
        headers: { 'x-shop': given },
        fetch: ({ headers, method }) =>
          new Response(null, {
            status: method === 'GET' ? (accepts(headers.get('x-shop')) ? 200 : 400) : 405,
            headers: { allow: 'GET' },
          }),
      })
      return new Set(findings.map(({ check, operationId }) => `${check} ${operationId}`))
    }

    it('accuses no server that takes it alone', async () => {
      const found = await findingsOf((shop) => shop === 'north')
      expect([...found].filter((name) => name.endsWith('getShop'))).toStrictEqual([])
    })

    it('judges what travels, not what was generated', async () => {
      const found = await findingsOf((shop) => shop !== null && shop.length <= 5, 'far north')
      expect(found).not.toContain('positive-data-acceptance getShop')
    })

    it('still tries requests without it, and with others', async () => {
      const found = await findingsOf(() => true)
      expect(found).toContain('missing-required-header getShop')
      expect(found).toContain('negative-data-rejection getShop')
    })
  })
})
