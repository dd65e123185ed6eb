import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import {
  collection,
  documentOf,
  empty,
  errors,
  inPath,
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

describe('an id that the client chooses twice', () => {
  const item = object({ id: integer, name: text })
  it.each([
    ['is a conflict where 409 is documented', errors(400, 409), 409, 'Ada'],
    ['is a conflict where all errors are documented', errors('4XX'), 409, 'Ada'],
    ['replaces the item where 400 stands for an invalid request', errors(400), 201, 'Bo'],
    ['replaces the item where 422 stands for an invalid request', errors(422), 201, 'Bo'],
    ['replaces the item where no error is documented', {}, 201, 'Bo'],
  ])('%s', async (_case, refusals, status, name) => {
    const post = takes(item, { responses: { 201: json(item), ...refusals } })
    await using api = await serveSandbox(documentOf(collection('/users/{userId}', item, { more: { post } })))
    expect(await api.status('POST', '/users', { id: 7, name: 'Ada' })).toBe(201)
    expect(await api.status('POST', '/users', { id: 7, name: 'Bo' })).toBe(status)
    expect(await api.read('/users/7')).toStrictEqual({ id: 7, name })
  })
})

const serveProfile = (schema: Part, ...refusals: readonly number[]) =>
  serveSandbox(
    documentOf({
      '/profile': {
        get: { responses: { 200: json(schema) } },
        post: takes(schema, { responses: { 200: json(schema), ...errors(...refusals) } }),
        put: takes(schema, { responses: { 200: json(schema) } }),
      },
    }),
  )

describe('what there is only one of', () => {
  const profile = object({ name: text })
  const numbered = object({ id: { ...integer, readOnly: true }, name: text }, ['id'])
  it.each([
    ['without an id', profile],
    ['with an id, which stays', numbered],
  ])('is created again %s', async (_case, schema) => {
    await using api = await serveProfile(schema)
    const first = (await api.send('POST', '/profile', { name: 'Ada' })).json
    const again = await api.send('POST', '/profile', { name: 'Bo' })
    expect(again).toMatchObject({ status: 200, json: { ...(first as Part), name: 'Bo' } })
    expect(await api.read('/profile')).toStrictEqual(again.json)
  })

  it('is a conflict where 409 is documented', async () => {
    await using api = await serveProfile(profile, 409)
    await api.send('POST', '/profile', { name: 'Ada' })
    expect(await api.status('POST', '/profile', { name: 'Bo' })).toBe(409)
  })
})

describe('an item at a path that is not its number', () => {
  const item = object({ id: { type: 'number' }, name: text })
  it.each([
    ['keeps the number of the request', { id: 12, name: 'Ada' }, { id: 12, name: 'Ada' }],
    ['has none where the request has none', { name: 'Ada' }, { name: 'Ada' }],
  ])('%s', async (_case, written, expected) => {
    const responses = { 200: json(item), 201: json(item), ...errors(404) }
    const operations = {
      get: { responses: { 200: json(item), ...errors(404) } },
      put: takes(item, { responses }),
    }
    await using api = await serveSandbox(
      documentOf({ '/users/{id}': { parameters: [inPath('id')], ...operations } }),
    )
    expect((await api.send('PUT', '/users/ada', written)).json).toStrictEqual(expected)
    expect(await api.read('/users/ada')).toStrictEqual(expected)
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
