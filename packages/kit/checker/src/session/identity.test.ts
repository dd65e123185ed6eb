import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '@contract-kit/openapi/testing'
import { document } from './fixtures/notes-document.ts'
import { describeIdentity, readIdentity } from './identity.ts'

const startTokenServer = async (status: number, body: string) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    request.toArray().then(
      (chunks) => {
        asked.push(request.headers.authorization ?? '', Buffer.concat(chunks).toString())
        return response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      },
      () => response.destroy(),
    )
  })
  const { url, close } = await listen(server)
  onTestFinished(close)
  return {
    oauth2: { tokenUrl: `${url}/token`, clientId: 'me:1', clientSecret: 'hush hush', scopes: ['a', 'b'] },
    asked,
  }
}

describe('readIdentity', () => {
  it.each([
    [{ basic: { username: 'me', password: 'p' } }, { authorization: 'Basic bWU6cA==' }],
    // Keys are named as the document does.
    [
      { bearer: 't1', apiKey: { key: 'k1' } },
      { authorization: 'Bearer t1', api_key: 'k1' },
    ],
    [
      { cookie: { sid: 's', theme: 'x' }, headers: { 'x-a': 'b' } },
      { 'x-a': 'b', cookie: 'sid=s; theme=x' },
    ],
  ])('makes of %j the headers %j', async (identity, headers) => {
    expect(await readIdentity(identity, document)).toStrictEqual(headers)
  })

  it('asks for a token with client credentials', async () => {
    const { oauth2, asked } = await startTokenServer(200, '{"access_token":"t2","token_type":"Bearer"}')
    expect(await readIdentity({ oauth2 }, document)).toStrictEqual({ authorization: 'Bearer t2' })
    expect(asked).toStrictEqual([
      `Basic ${Buffer.from('me%3A1:hush+hush').toString('base64')}`,
      'grant_type=client_credentials&scope=a+b',
    ])
  })

  it('reports a rejected client without its secret', async () => {
    const { oauth2 } = await startTokenServer(401, '{"error":"invalid_client","hint":"hush hush"}')
    await expect(readIdentity({ oauth2 }, document)).rejects.toThrow(
      `No access token could be fetched from ${oauth2.tokenUrl}: the response has the status 401.`,
    )
  })

  it.each([
    [{ apiKey: { token: 'k1' } }, 'a key for token, which is not an apiKey scheme'],
    [{ bearer: 't', basic: { username: 'a', password: 'b' } }, 'one of bearer, basic and oauth2'],
  ])('rejects %j', async (identity, message) => {
    await expect(readIdentity(identity, document)).rejects.toThrow(message)
  })
})

describe('describeIdentity', () => {
  it.each([
    [{ bearer: 't' }, ['token', 'oauth']],
    [{ headers: { Authorization: 'Bearer t' } }, ['token', 'oauth']],
    [{ basic: { username: 'a', password: 'b' } }, ['login']],
    [{ apiKey: { key: 'k' }, cookie: { sid: 's' } }, ['key', 'crumb']],
    [{ headers: { cookie: 'a=b; sid=s', api_key: 'k' } }, ['key', 'crumb']],
    [{}, []],
  ])('tells which schemes %j has credentials for', (identity, schemes) => {
    expect(describeIdentity('me', identity, document).schemes).toStrictEqual([...schemes, 'certificate'])
  })

  it('describes an identity without its secrets', () => {
    const described = describeIdentity(
      'me',
      { bearer: 't', scopes: ['a'], owns: true, expired: true },
      document,
    )
    expect(described).toStrictEqual({
      name: 'me',
      schemes: ['token', 'oauth', 'certificate'],
      scopes: ['a'],
      owns: true,
      isExpired: true,
    })
  })
})
