import { openDocument } from '@contract-kit/openapi'
import { describe, expect, it } from 'vitest'
import { type ApiStart, createPlaceFinder } from './find-place.ts'

const operation = (operationId: string, servers?: readonly object[]) => ({
  operationId,
  responses: { 200: { description: 'Fine.' } },
  ...(servers && { servers }),
})

const paths = {
  '/pets': { get: operation('listPets') },
  '/pets/mine': { get: operation('getMine') },
  '/pets/{id}': { get: operation('getPet'), delete: operation('deletePet') },
  '/files': { post: operation('upload', [{ url: 'https://files.test/up' }]) },
}

const finderOf = (servers: readonly object[] | undefined, start: ApiStart = {}) => {
  const info = { title: 'Pets', version: '1' }
  const document = openDocument({ openapi: '3.1.0', info, paths, ...(servers && { servers }) })
  return createPlaceFinder(document, start)
}

const find = (line: string, servers?: readonly object[], start?: ApiStart) => {
  const [method = '', url = ''] = line.split(' ')
  const place = finderOf(servers, start)(method, url)
  return place && [place.operation?.id, place.baseUrl, place.target]
}

const v1 = [{ url: 'https://api.test/v1' }]

describe('createPlaceFinder', () => {
  it.each([
    ['GET https://api.test/v1/pets?a=%20b&c', v1, ['listPets', 'https://api.test/v1', '/pets?a=%20b&c']],
    ['GET https://api.test/v1/pets/mine', v1, ['getMine', 'https://api.test/v1', '/pets/mine']],
    ['GET https://api.test/v1/pets/a%2Fb', v1, ['getPet', 'https://api.test/v1', '/pets/a%2Fb']],
    ['GET https://api.test:443/v1/pets', v1, ['listPets', 'https://api.test/v1', '/pets']],
    ['PUT https://api.test/v1/pets/1', v1, [undefined, 'https://api.test/v1', '/pets/1']],
    ['GET https://api.test/v1', v1, [undefined, 'https://api.test/v1', '/']],
    ['GET https://api.test/v10/pets', v1, undefined],
    ['GET https://api.test/pets', v1, undefined],
    ['GET https://other.test/v1/pets', v1, undefined],
    ['GET http://localhost:3000/v1/pets', v1, ['listPets', 'http://localhost:3000/v1', '/pets']],
    ['GET http://127.0.0.1:3000/v1/pets', v1, ['listPets', 'http://127.0.0.1:3000/v1', '/pets']],
    ['GET https://any.test/v2/pets', [{ url: '/v2' }], ['listPets', 'https://any.test/v2', '/pets']],
    ['GET https://any.test/pets', undefined, ['listPets', 'https://any.test', '/pets']],
    [
      'GET https://eu.api.test/v3/pets',
      [
        {
          url: 'https://{region}.api.test/{v}',
          variables: { region: { default: 'eu' }, v: { default: 'v3' } },
        },
      ],
      ['listPets', 'https://eu.api.test/v3', '/pets'],
    ],
    [
      'GET https://b.test/x/pets',
      [{ url: 'https://a.test' }, { url: 'https://b.test/x' }],
      ['listPets', 'https://b.test/x', '/pets'],
    ],
    ['POST https://files.test/up/files', v1, ['upload', 'https://files.test/up', '/files']],
    ['GET https://files.test/up/pets', v1, [undefined, 'https://files.test/up', '/pets']],
    ['GET data:text/plain,pets', undefined, undefined],
  ])('finds %s', (line, servers, expected) => {
    expect(find(line, servers)).toStrictEqual(expected)
  })

  it.each([
    ['GET https://staging.test/api/pets', { url: 'https://staging.test/api/' }, 'listPets'],
    ['GET https://api.test/v1/pets', { url: 'https://staging.test/api' }, 'elsewhere'],
    ['POST https://files.test/up/files', { url: 'https://staging.test/api' }, 'upload'],
    ['GET https://any.test/api/pets', { basePath: 'api' }, 'listPets'],
    ['GET https://any.test/pets', { basePath: '/' }, 'listPets'],
    ['GET http://h.test/v1/pets', { isOneServer: true }, 'listPets'],
  ])('finds %s by %j', (line, start, expected) => {
    const place = find(line, v1, start)
    expect(place === undefined ? 'elsewhere' : place[0]).toBe(expected)
  })

  it.each([
    ['/orders/17', '/orders/{id}'],
    ['/orders/7c9e6679-7425-40de-944b-e07fc1f90ae7/lines', '/orders/{id}/lines'],
    ['/orders/ord_01H8XGJWBWBAQ4Z7', '/orders/{id}'],
    ['/order-confirmations', '/order-confirmations'],
    ['/v2/health', '/v2/health'],
  ])('names the undocumented path %s without its ids', (path, template) => {
    const place = finderOf(undefined)('GET', `https://h.test${path}`)
    expect(place?.path).toBe(template)
  })
})
