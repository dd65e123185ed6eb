import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import {
  collection,
  documentOf,
  empty,
  errors,
  integer,
  json,
  object,
  type Part,
  ref,
  takes,
  text,
} from './small-documents.ts'

const schemas = {
  Fields: object({ email: text, name: text }, ['email']),
  User: object({ id: integer, email: text, name: text }, ['id', 'email']),
}

const serveUsers = (conflict: string, fields: Part = ref('Fields')) => {
  const responses = (status: number): Part => ({
    [status]: json(ref('User')),
    ...errors(400, 404),
    409: { description: conflict },
  })
  const paths = collection('/users/{userId}', ref('User'), {
    more: { post: takes(fields, { responses: responses(201) }) },
    moreOfItem: { put: takes(fields, { responses: responses(200) }), delete: empty(404) },
  })
  return serveSandbox(documentOf(paths, schemas))
}

describe('values that only one item may have', () => {
  it('are natural keys where the description of 409 says so', async () => {
    await using api = await serveUsers('The email is taken.')
    await api.send('POST', '/users', { email: 'ada@example.com' })
    expect(await api.status('POST', '/users', { email: 'ada@example.com' })).toBe(409)
    expect((await api.send('POST', '/users', { email: 'bo@example.com' })).json).toMatchObject({ id: 3 })
    expect(await api.status('PUT', '/users/3', { email: 'ada@example.com' })).toBe(409)
    expect(await api.status('PUT', '/users/3', { email: 'bo@example.com', name: 'Bo' })).toBe(200)
    expect(await api.status('DELETE', '/users/1')).toBe(204)
    expect(await api.status('POST', '/users', { email: 'ada@example.com' })).toBe(201)
  })

  it('are those with x-unique', async () => {
    const fields = object({ email: text, name: { ...text, 'x-unique': true } }, ['email'])
    await using api = await serveUsers('Not now.', fields)
    await api.send('POST', '/users', { email: 'a@example.com', name: 'Ada' })
    expect(await api.status('POST', '/users', { email: 'a@example.com', name: 'Bo' })).toBe(201)
    expect(await api.status('POST', '/users', { email: 'b@example.com', name: 'Ada' })).toBe(409)
  })

  it('are none where 409 is about something else', async () => {
    await using api = await serveUsers('The office is closed.')
    await api.send('POST', '/users', { email: 'ada@example.com' })
    expect(await api.status('POST', '/users', { email: 'ada@example.com' })).toBe(201)
  })
})

const payment = (responses: Part): Part => ({
  ...takes(ref('Fields'), { responses: { 201: json(ref('User')), ...responses } }),
  parameters: [{ name: 'Idempotency-Key', in: 'header', schema: text }],
})

const servePayments = (responses: Part) =>
  serveSandbox(
    documentOf(collection('/users/{userId}', ref('User'), { more: { post: payment(responses) } }), schemas),
  )

describe('an idempotency key', () => {
  const headers = { 'idempotency-key': 'k-1' }

  it('repeats the response of the same request', async () => {
    await using api = await servePayments(errors(400))
    const user = { email: 'a@example.com' }
    for (let count = 0; count < 2; count += 1)
      expect(await api.send('POST', '/users', user, headers)).toMatchObject({
        status: 201,
        json: { id: 1, ...user },
      })
    expect(await api.status('GET', '/users/2')).toBe(404)
    const other = await api.send('POST', '/users', user, { 'idempotency-key': 'k-2' })
    expect(other.json).toMatchObject({ id: 2 })
  })

  it.each([
    ['409', errors(409, 422), 409],
    [
      '422 where its description names the key',
      { ...errors(409), 422: { description: 'The key was used for another body.' } },
      422,
    ],
  ])('refuses another request with %s', async (_name, responses, status) => {
    await using api = await servePayments(responses)
    await api.send('POST', '/users', { email: 'a@example.com' }, headers)
    expect(await api.status('POST', '/users', { email: 'b@example.com' }, headers)).toBe(status)
  })
})
