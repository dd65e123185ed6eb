import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import { body, documentOf, errors, inPath, json, object, type Part, ref } from './small-documents.ts'

const text = { type: 'string' }
const schemas = {
  Fields: object({ email: text, name: text }, ['email']),
  User: object({ id: { type: 'integer' }, email: text, name: text }, ['id', 'email']),
}

const users = (conflict: Part, fields: Part = ref('Fields')): Part => ({
  '/users': {
    post: { requestBody: body(fields), responses: { 201: json(ref('User')), ...errors(400), 409: conflict } },
  },
  '/users/{userId}': {
    parameters: [inPath('userId', { type: 'integer' })],
    get: { responses: { 200: json(ref('User')), ...errors(404) } },
    put: { requestBody: body(fields), responses: { 200: json(ref('User')), ...errors(404), 409: conflict } },
    delete: { responses: { 204: { description: 'Gone.' }, ...errors(404) } },
  },
})

const conflictOf = (description: string): Part => ({ description })

describe('values that only one item may have', () => {
  it('are natural keys where the description of 409 says so', async () => {
    await using api = await serveSandbox(documentOf(users(conflictOf('The email is taken.')), schemas))
    await api.send('POST', '/users', { email: 'ada@example.com' })
    expect((await api.send('POST', '/users', { email: 'ada@example.com' })).status).toBe(409)
    expect((await api.send('POST', '/users', { email: 'bo@example.com' })).json).toMatchObject({ id: 3 })
    expect((await api.send('PUT', '/users/3', { email: 'ada@example.com' })).status).toBe(409)
    expect((await api.send('PUT', '/users/3', { email: 'bo@example.com', name: 'Bo' })).status).toBe(200)
    expect((await api.send('DELETE', '/users/1')).status).toBe(204)
    expect((await api.send('POST', '/users', { email: 'ada@example.com' })).status).toBe(201)
  })

  it('are those with x-unique', async () => {
    const fields = object({ email: text, name: { ...text, 'x-unique': true } }, ['email'])
    await using api = await serveSandbox(documentOf(users(conflictOf('Not now.'), fields), schemas))
    await api.send('POST', '/users', { email: 'a@example.com', name: 'Ada' })
    expect((await api.send('POST', '/users', { email: 'a@example.com', name: 'Bo' })).status).toBe(201)
    expect((await api.send('POST', '/users', { email: 'b@example.com', name: 'Ada' })).status).toBe(409)
  })

  it('are none where 409 is about something else', async () => {
    await using api = await serveSandbox(documentOf(users(conflictOf('The office is closed.')), schemas))
    await api.send('POST', '/users', { email: 'ada@example.com' })
    expect((await api.send('POST', '/users', { email: 'ada@example.com' })).status).toBe(201)
  })
})

describe('an idempotency key', () => {
  const key = { name: 'Idempotency-Key', in: 'header', schema: text }
  const payments = (responses: Part) =>
    documentOf(
      {
        '/users': {
          post: {
            parameters: [key],
            requestBody: body(ref('Fields')),
            responses: { 201: json(ref('User')), ...responses },
          },
        },
        '/users/{userId}': {
          parameters: [inPath('userId', { type: 'integer' })],
          get: { responses: { 200: json(ref('User')), ...errors(404) } },
        },
      },
      schemas,
    )
  const headers = { 'idempotency-key': 'k-1' }

  it('repeats the response of the same request', async () => {
    await using api = await serveSandbox(payments(errors(400)))
    const first = await api.send('POST', '/users', { email: 'a@example.com' }, headers)
    expect(first.json).toStrictEqual({ id: 1, email: 'a@example.com' })
    const again = await api.send('POST', '/users', { email: 'a@example.com' }, headers)
    expect([again.status, again.json]).toStrictEqual([201, first.json])
    expect((await api.send('GET', '/users/2')).status).toBe(404)
    expect(
      (await api.send('POST', '/users', { email: 'a@example.com' }, { 'idempotency-key': 'k-2' })).json,
    ).toMatchObject({ id: 2 })
  })

  it.each([
    ['409', errors(409, 422), 409],
    [
      '422 where its description names the key',
      { ...errors(409), 422: conflictOf('The key was used for another body.') },
      422,
    ],
  ])('refuses another request with %s', async (_name, responses, status) => {
    await using api = await serveSandbox(payments(responses))
    await api.send('POST', '/users', { email: 'a@example.com' }, headers)
    expect((await api.send('POST', '/users', { email: 'b@example.com' }, headers)).status).toBe(status)
  })
})
