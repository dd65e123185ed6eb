import { describe, expect, it } from 'vitest'
import { isObject, type JsonObject } from '@contract-kit/json-schema/json'
import { findingsOn, serveDocument } from '../serve-document.ts'

const id = { type: 'integer', format: 'int64' }
const input = {
  type: 'object',
  additionalProperties: false,
  required: ['label'],
  properties: {
    label: { type: 'string', minLength: 1, maxLength: 20 },
    credit: { type: 'integer', minimum: -9223372036854775807n, maximum: 4611686018427387903n },
  },
}
const parcel = {
  type: 'object',
  required: ['id', 'label'],
  properties: { id, ...input.properties },
}
const json = (schema: object) => ({ 'application/json': { schema } })
const none = { description: 'Not there.' }
const wrong = { description: 'Wrong.' }
const byId = [{ name: 'parcelId', in: 'path', required: true, schema: id }]

/** Parcels whose ids are 2^53 + 1 and up: as doubles, two neighbors are one. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Parcels', version: '1' },
  paths: {
    '/parcels': {
      get: {
        operationId: 'listParcels',
        parameters: [
          { name: 'after', in: 'query', schema: id },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 } },
        ],
        responses: {
          200: {
            description: 'Some.',
            content: json({
              type: 'object',
              required: ['items'],
              properties: {
                items: { type: 'array', items: { $ref: '#/components/schemas/Parcel' } },
                next: { type: 'integer', format: 'int64' },
              },
            }),
          },
          400: wrong,
        },
      },
      post: {
        operationId: 'createParcel',
        requestBody: { required: true, content: json(input) },
        responses: {
          201: {
            description: 'Made.',
            content: json({ $ref: '#/components/schemas/Parcel' }),
            links: { read: { operationId: 'readParcel', parameters: { parcelId: '$response.body#/id' } } },
          },
          400: wrong,
        },
      },
    },
    '/parcels/{parcelId}': {
      parameters: byId,
      get: {
        operationId: 'readParcel',
        responses: {
          200: { description: 'It.', content: json({ $ref: '#/components/schemas/Parcel' }) },
          400: wrong,
          404: none,
        },
      },
      put: {
        operationId: 'replaceParcel',
        requestBody: { required: true, content: json(input) },
        responses: {
          200: { description: 'It.', content: json({ $ref: '#/components/schemas/Parcel' }) },
          400: wrong,
          404: none,
        },
      },
      delete: {
        operationId: 'deleteParcel',
        responses: { 204: { description: 'Gone.' }, 400: wrong, 404: none },
      },
    },
  },
  components: { schemas: { Parcel: parcel } },
}

const FIRST = 9_007_199_254_740_993n

const createServer = async (roundsIds: boolean) => {
  const parcels = new Map<bigint, JsonObject>()
  let made = 0n
  const find = (text: string) => {
    const key = roundsIds ? BigInt(Number(text)) : BigInt(text)
    const found = parcels.get(key)
    return found === undefined ? undefined : { key, found }
  }
  return serveDocument(document, {
    listParcels: ({ query }) => {
      const after = BigInt(query.get('after') ?? 0)
      const limit = Number(query.get('limit') ?? 20)
      const all = [...parcels].filter(([key]) => key > after).map(([, one]) => one)
      const items = all.slice(0, limit)
      const next = items.at(-1)?.['id']
      return {
        status: 200,
        json: { items, ...(all.length > limit && next !== undefined ? { next } : {}) },
      }
    },
    createParcel: ({ json: body }) => {
      const key = FIRST + made
      made += 1n
      const value = { id: key, ...(isObject(body) ? body : {}) }
      parcels.set(key, value)
      return { status: 201, json: value }
    },
    readParcel: ({ path }) => {
      const item = find(path['parcelId'] ?? '')
      return item === undefined ? { status: 404 } : { status: 200, json: item.found }
    },
    replaceParcel: ({ path, json: body }) => {
      const item = find(path['parcelId'] ?? '')
      if (item === undefined) return { status: 404 }
      const value = { id: item.key, ...(isObject(body) ? body : {}) }
      parcels.set(item.key, value)
      return { status: 200, json: value }
    },
    deleteParcel: ({ path }) => {
      const item = find(path['parcelId'] ?? '')
      return { status: item !== undefined && parcels.delete(item.key) ? 204 : 404 }
    },
  })
}

describe('integers beyond 2^53', () => {
  it('are ids like others: read, linked, paged, replaced and deleted without a finding', async () => {
    expect(await findingsOn(document, await createServer(false))).toStrictEqual([])
  })

  it('show a server that rounds them', async () => {
    const found = await findingsOn(document, await createServer(true))
    expect(found.join('\n')).toMatch(/created-resource-unavailable|resource-identity/)
  })
})
