import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { operationOf, operationTaking, operationWith } from './fixtures/judge-raw.ts'
import { roundTrips, tripFails } from './fixtures/round-trip.ts'
import { readFormBody, readMultipartBody, readParameters } from './read-request.ts'

const integers = { type: 'array', items: { type: 'integer' } }
const texts = { type: 'array', items: { type: 'string' } }
const date = { type: 'string', format: 'date-time' }
const flags = { type: 'object', properties: { n: { type: 'integer' }, b: { type: 'boolean' } } }

/** The value of the query parameter `p`, or of that name. */
const readQuery = async (parameter: object, query: string, name = 'p') => {
  const operation = await operationWith({ name, in: 'query', ...parameter })
  return readParameters(operation, { target: `/things?${query}`, header: () => [] })?.values.query[name]
}

describe('readParameters', () => {
  test.each<[parameter: object, query: string, value: Json | undefined]>([
    [{ schema: { type: 'integer' } }, 'p=3', 3],
    [{ schema: { type: 'integer' } }, 'p=3.0', '3.0'],
    [{ schema: { type: 'number' } }, 'p=1e3', '1e3'],
    [{ schema: { type: 'number' } }, 'p=0x10', '0x10'],
    [{ schema: { type: 'number' } }, 'p=-0.25', -0.25],
    [{ schema: { type: 'boolean' } }, 'p=yes', 'yes'],
    [{ schema: { type: 'string' } }, 'p=a+b%2Bc', 'a b+c'],
    [{ schema: date }, 'p=2024-01-01T00:00:00+02:00', '2024-01-01T00:00:00+02:00'],
    [{ schema: { type: 'string' } }, 'p=', ''],
    [{ schema: { type: 'integer' } }, 'p=', ''],
    [{ schema: { type: 'integer' }, allowEmptyValue: true }, 'p=', undefined],
    [{ schema: { type: 'boolean' }, allowEmptyValue: true }, 'p', undefined],
    [{ schema: { type: 'string' }, allowEmptyValue: true }, 'p=', ''],
    [{ schema: { type: 'string' } }, 'q=1', undefined],
    [{ schema: texts, explode: false }, 'p=a%2Cb,c', ['a,b', 'c']],
    [{ schema: integers, explode: false }, 'p=1%2C2', [1, 2]],
    [{ schema: texts, style: 'pipeDelimited' }, 'p=a%7Cb|c', ['a|b', 'c']],
    [{ schema: texts, style: 'pipeDelimited' }, 'p=a%7Cb', ['a', 'b']],
    [{ schema: texts, style: 'spaceDelimited' }, 'p=a%20b+c', ['a b', 'c']],
    [{ schema: texts, style: 'spaceDelimited' }, 'p=a%20b', ['a', 'b']],
    [{ schema: texts }, 'p=', ['']],
    [{ schema: { anyOf: [integers, { type: 'null' }] } }, 'p=1', [1]],
    [{ schema: { anyOf: [integers, { type: 'null' }] }, explode: false }, 'p=1,2', [1, 2]],
    [
      { schema: { type: 'object', properties: { w: { type: 'string' } } }, explode: false },
      'p=w,v%2Cx',
      { w: 'v,x' },
    ],
    [{ schema: flags, style: 'deepObject' }, 'p[n]=3&p%5Bb%5D=true', { n: 3, b: true }],
    [{ schema: flags }, 'p=%7B%22n%22:3%7D', { n: 3 }],
    [{ content: { 'application/json': { schema: flags } } }, 'p={%22n%22:3}', { n: 3 }],
    [
      { schema: { type: 'array', items: flags }, style: 'deepObject' },
      'p[][n]=3&p[][b]=true',
      [{ n: 3 }, { b: true }],
    ],
  ])('with %j reads %j as %j', async (parameter, query, value) => {
    expect(await readQuery(parameter, query)).toStrictEqual(value)
  })

  test.each(['page[size]', 'ids[]', '__proto__'])('takes %s for the whole name', async (name) => {
    const query = `${encodeURIComponent(name)}=3&${name.replace('[', '%5b')}x=4`
    expect(await readQuery({ schema: { type: 'integer' } }, query, name)).toBe(3)
  })

  test('gives an open object no pair of a deep one', async () => {
    const operation = await operationOf(
      {
        parameters: [
          { name: 'p', in: 'query', schema: { type: 'object' } },
          { name: 'deep', in: 'query', schema: flags, style: 'deepObject' },
        ],
      },
      { method: 'get' },
    )
    const read = readParameters(operation, { target: '/things?deep[n]=3&a=x', header: () => [] })
    expect(read?.values.query).toStrictEqual({ deep: { n: 3 }, p: { a: 'x' } })
  })

  test('reads JSON in a cookie, encoded or not', async () => {
    const content = { 'application/json': { schema: flags } }
    const operation = await operationWith({ name: 'p', in: 'cookie', content })
    const found = ['p=%7B%22n%22:3%7D', 'p={"n":3}'].map((cookie) =>
      readParameters(operation, { target: '/things', header: () => [cookie] }),
    )
    expect(found).toMatchObject([
      { values: { cookie: { p: { n: 3 } } }, malformed: [] },
      { values: { cookie: { p: { n: 3 } } }, malformed: [] },
    ])
  })

  test.each(['/th%69ngs/a', '/%74h%69ngs/%61', '/things/%61'])('takes %s for /things/a', async (target) => {
    const operation = await operationWith({ in: 'path', required: true, schema: { type: 'string' } })
    expect(readParameters(operation, { target, header: () => [] })?.values.path).toStrictEqual({ p: 'a' })
  })

  test('reports a text that does not match its media type', async () => {
    const operation = await operationWith({ name: 'p', in: 'query', content: { 'application/json': {} } })
    const read = readParameters(operation, { target: '/things?p={', header: () => [] })
    expect(read?.malformed).toMatchObject([{ name: 'p' }])
  })

  test('knows a path that is not its own', async () => {
    expect(readParameters(await operationWith({}), { target: '/other', header: () => [] })).toBeUndefined()
  })
})

const mediaOf = async (contentType: string, properties: JsonObject, encoding: object = {}) => {
  const media = { schema: { type: 'object', properties }, encoding }
  return (await operationTaking(contentType, media)).body!.media[0]!
}

describe('readFormBody', () => {
  test.each<[schema: JsonObject, encoding: object, text: string, value: Json]>([
    [{ type: 'integer' }, {}, 'p=3', 3],
    [integers, {}, 'p=3', [3]],
    [integers, { p: { explode: false } }, 'p=1,2,3', [1, 2, 3]],
    [flags, { p: { style: 'deepObject', explode: true } }, 'p[n]=3', { n: 3 }],
    [flags, {}, 'p=%7B%22n%22%3A3%7D', { n: 3 }],
    [flags, { p: { contentType: 'application/json' } }, 'p={"n":3}', { n: 3 }],
    [texts, { p: { style: 'pipeDelimited', explode: false } }, 'p=a|b', ['a', 'b']],
  ])('with %j and %j reads %j as %j', async (schema, encoding, text, value) => {
    const media = await mediaOf('application/x-www-form-urlencoded', { p: schema }, encoding)
    expect(readFormBody(media, `other=x&${text}`)).toStrictEqual({ other: 'x', p: value })
  })
})

describe('readMultipartBody', () => {
  test.each<[schema: JsonObject, parts: readonly [text: string, contentType?: string][], value: Json]>([
    [{ type: 'integer' }, [['3']], 3],
    [{ type: 'string' }, [['3', 'application/json']], '3'],
    [integers, [['3']], [3]],
    [{}, [['x']], 'x'],
    [{}, [['x'], ['y']], ['x', 'y']],
    [flags, [['{"n":3}']], { n: 3 }],
    [{ type: 'array', items: flags }, [['{"n":3}'], ['{"b":true}']], [{ n: 3 }, { b: true }]],
    [{ type: 'array', items: flags }, [['{"n":3}', 'application/json']], [{ n: 3 }]],
  ])('with %j reads %j as %j', async (schema, parts, value) => {
    const media = await mediaOf('multipart/form-data', { p: schema })
    const named = parts.map(([text, contentType]) => ({ name: 'p', text, contentType }))
    expect(readMultipartBody(media, named)).toStrictEqual({ p: value })
  })
})

test('parses a serialized value to an equal value', async () => {
  const keeps = fc.asyncProperty(roundTrips, async (trip) => {
    expect(await tripFails(trip)).toBeUndefined()
  })
  await fc.assert(keeps, { numRuns: 2_000 })
})
