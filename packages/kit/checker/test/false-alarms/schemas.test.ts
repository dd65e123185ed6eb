import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { findingsOn, serveDocument } from '../serve-document.ts'

const json = (schema: object) => ({ 'application/json': { schema } })
const wrong = { description: 'Wrong.' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const vehicles = (openapi: string) => ({
  openapi,
  info: { title: 'Vehicles', version: '1' },
  paths: {
    '/vehicles': {
      get: {
        operationId: 'listVehicles',
        responses: {
          200: { description: 'All.', content: json({ type: 'array', items: ref('Vehicle') }) },
        },
      },
    },
  },
  components: {
    schemas: {
      Vehicle: {
        type: 'object',
        required: ['kind', 'wheels'],
        properties: { kind: { type: 'string' }, wheels: { type: 'integer' } },
        discriminator: {
          propertyName: 'kind',
          mapping: { bus: '#/components/schemas/Bus', bicycle: '#/components/schemas/Bicycle' },
        },
      },
      Bus: {
        allOf: [
          ref('Vehicle'),
          { type: 'object', required: ['seats'], properties: { seats: { type: 'integer' } } },
        ],
      },
      Bicycle: {
        allOf: [ref('Vehicle'), { type: 'object', properties: { bell: { type: 'boolean' } } }],
      },
    },
  },
})

describe('a discriminator over allOf', () => {
  it.each(['3.0.3', '3.1.0'])('documents the properties of every kind in %s', async (openapi) => {
    const fetch = await serveDocument(vehicles(openapi), {
      listVehicles: () => ({
        status: 200,
        json: [
          { kind: 'bus', wheels: 6, seats: 40 },
          { kind: 'bicycle', wheels: 2, bell: true },
        ],
      }),
    })
    expect(await findingsOn(vehicles(openapi), fetch)).toStrictEqual([])
  })

  it('does not document what another kind has', async () => {
    const fetch = await serveDocument(vehicles('3.0.3'), {
      listVehicles: () => ({ status: 200, json: [{ kind: 'bicycle', wheels: 2, seats: 40 }] }),
    })
    expect((await findingsOn(vehicles('3.0.3'), fetch)).join('\n')).toContain('seats')
  })

  it('holds each kind to its own schema', async () => {
    const fetch = await serveDocument(vehicles('3.0.3'), {
      listVehicles: () => ({ status: 200, json: [{ kind: 'bus', wheels: 6 }] }),
    })
    expect((await findingsOn(vehicles('3.0.3'), fetch)).join('\n')).toContain('seats')
  })
})

describe('nullable of OpenAPI 3.0', () => {
  const pet = {
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'string', nullable: true, enum: ['small', 'large'] } },
  }
  const document = {
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pet': {
        get: { operationId: 'readPet', responses: { 200: { description: 'It.', content: json(pet) } } },
        put: {
          operationId: 'writePet',
          requestBody: { required: true, content: json(pet) },
          responses: { 200: { description: 'It.', content: json(pet) }, 400: wrong },
        },
      },
    },
  }
  // Whether null is allowed beside an enum that does not list it was clarified in 3.0.3 (no) and is read both ways.
  it.each([true, false])('leaves null beside an enum without it to the server: %s', async (takesNull) => {
    let current: Json = { size: takesNull ? null : 'small' }
    const document400 = await serveDocument(document, {
      readPet: () => ({ status: 200, json: current }),
      writePet: ({ json: body }) => {
        current = body
        return { status: 200, json: body }
      },
    })
    const fetch = async (request: Request): Promise<Response> => {
      const text = await request.clone().text()
      if (request.method !== 'PUT' || !/"size":null/.test(text)) return document400(request)
      if (!takesNull) return new Response(null, { status: 400 })
      current = JSON.parse(text) as Json
      return Response.json(current)
    }
    expect(await findingsOn(document, fetch)).toStrictEqual([])
  })
})

describe('a default of the page', () => {
  it('is not missed in a list that was asked for another page', async () => {
    const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
    const page = { type: 'integer', minimum: 1, default: 1 }
    const document = {
      openapi: '3.0.3',
      info: { title: 'Logs', version: '1' },
      paths: {
        '/logs': {
          get: {
            operationId: 'listLogs',
            parameters: [
              { name: 'page', in: 'query', schema: page },
              { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 2 } },
            ],
            responses: {
              200: {
                description: 'A page.',
                content: json({
                  type: 'object',
                  required: ['items', 'page', 'size', 'total'],
                  properties: {
                    items: { type: 'array', items: item },
                    page: { type: 'integer' },
                    size: { type: 'integer' },
                    total: { type: 'integer' },
                  },
                }),
              },
              400: wrong,
            },
          },
        },
      },
    }
    const logs: JsonObject[] = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }))
    const fetch = await serveDocument(document, {
      listLogs: ({ query }) => {
        const number = Number(query.get('page') ?? 1)
        const size = Number(query.get('size') ?? 2)
        const items = logs.slice((number - 1) * size, number * size)
        return { status: 200, json: { items, page: number, size, total: logs.length } }
      },
    })
    expect(await findingsOn(document, fetch)).toStrictEqual([])
  })
})

describe('an empty query value', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Search', version: '1' },
    paths: {
      '/hits': {
        get: {
          operationId: 'findHits',
          parameters: [
            { name: 'q', in: 'query', schema: { type: 'string', maxLength: 20 } },
            { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1 } },
          ],
          responses: { 200: { description: 'They.', content: json({ type: 'array' }) }, 400: wrong },
        },
      },
    },
  }
  it.each(['refused', 'taken as absent'])('may be %s', async (way) => {
    const correct = await serveDocument(document, { findHits: () => ({ status: 200, json: [] }) })
    const fetch = (request: Request): Promise<Response> => {
      const url = new URL(request.url)
      const isEmpty = [...url.searchParams.values()].includes('')
      if (isEmpty && way === 'refused') return Promise.resolve(new Response(null, { status: 400 }))
      const empty = [...url.searchParams].filter(([, value]) => value === '')
      for (const [name] of empty) url.searchParams.delete(name)
      return correct(new Request(url, request))
    }
    expect(await findingsOn(document, fetch)).toStrictEqual([])
  })
})
