import { describe, expect, it } from 'vitest'
import { openDocument } from '../document/open-document.ts'
import { findRoute } from './find-route.ts'

const operation = { responses: { 200: { description: 'Done.' } } }
const document = openDocument({
  openapi: '3.1.0',
  info: { title: 'Ferries', version: '1' },
  paths: {
    '/ferries/{id}': { get: operation },
    '/ferries/{name}': { delete: operation },
    '/ferries/{id}.json': { get: operation },
    '/ferries/next': { get: operation },
    '/{kind}/next': { get: operation },
    '/piers(no={no})/häfen': { get: operation },
  },
})

describe('findRoute', () => {
  it.each([
    ['/ferries/next', '/ferries/next'],
    ['/ferries/7.json', '/ferries/{id}.json'],
    ['/ferries/a%2Fb', '/ferries/{id}'],
    ['/boats/next', '/{kind}/next'],
    ['/piers(no=3)/h%C3%A4fen', '/piers(no={no})/häfen'],
    ['/ferries', undefined],
    ['/ferries/1/2', undefined],
  ])('leads %s to %s', (path, template) => {
    expect(findRoute(document, path)?.template).toBe(template)
  })

  it('joins templates that differ in names alone', () => {
    const { operations = [] } = findRoute(document, '/ferries/7') ?? {}
    expect(operations.map(({ id }) => id)).toStrictEqual(['GET /ferries/{id}', 'DELETE /ferries/{name}'])
  })
})
