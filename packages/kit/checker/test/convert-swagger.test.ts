import { describe, expect, it } from 'vitest'
import { checkContract } from '../src/runner/contract-run.ts'
import { CONVERTED, convertSwagger, loadDocument } from '@contract-kit/openapi'
import { swaggerPets as pets } from '@contract-kit/openapi/testing'

/** Names without a character break the document. */
const fetch = ({ method, url }: Request): Response => {
  const { pathname, searchParams } = new URL(url)
  if (pathname !== '/pets') return new Response(null, { status: 404 })
  if (method !== 'GET' && method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  if (!/^[1-9]$/.test(searchParams.get('limit') ?? '1')) return new Response(null, { status: 400 })
  const headers = { 'content-type': 'application/json' }
  return new Response(method === 'HEAD' ? null : '[{"name":""}]', { headers })
}

describe('convertSwagger', () => {
  it('leaves other documents alone', () => {
    expect(convertSwagger({ openapi: '3.1.0' })).toBeUndefined()
  })

  it('leaves the document it is given as it was', () => {
    const before = JSON.stringify(pets)
    convertSwagger(pets)
    expect(JSON.stringify(pets)).toBe(before)
  })

  it('takes 2.0 without quotes', () => {
    expect(convertSwagger({ swagger: 2, paths: {} })).toMatchObject({ openapi: '3.0.4' })
  })
})

describe('loadDocument', () => {
  it('reads Swagger 2.0 as OpenAPI 3.0', async () => {
    const { version, basePath, operations, notes, unread } = await loadDocument(pets)
    expect({ version, basePath, notes, unread }).toStrictEqual({
      version: '3.0',
      basePath: '/v1',
      notes: [CONVERTED],
      unread: [],
    })
    const [list, add, form] = operations
    expect(list?.parameters).toMatchObject([
      { name: 'limit', pointer: '/components/parameters/Limit', style: 'form' },
      { name: 'tag', style: 'form', explode: true },
    ])
    const ok = list?.responses.get('200')
    expect(ok?.media.map(({ contentType }) => contentType)).toStrictEqual(['application/json'])
    expect(ok?.headers[0]?.schema?.schema).toStrictEqual({ type: 'integer' })
    expect(add?.security).toMatchObject([{ schemes: [{ name: 'key' }] }])
    expect(add?.body?.required).toBe(true)
    expect(add?.body?.media.map(({ contentType }) => contentType)).toStrictEqual(['application/json'])
    expect(form?.body?.media.map(({ contentType }) => contentType)).toStrictEqual([
      'application/x-www-form-urlencoded',
    ])
  })
})

describe('checkContract', () => {
  it('checks a server against Swagger 2.0', async () => {
    const { paths: _paths, ...rest } = pets
    const document = { ...rest, paths: { '/pets': { get: pets.paths['/pets'].get } } }
    const { findings, notes } = await checkContract({ document, fetch, cases: 2 })
    expect(findings.map(({ check, pointer }) => [check, pointer])).toStrictEqual([
      ['response-schema-conformance', '/components/schemas/Pet/properties/name/minLength'],
    ])
    expect(notes[0]).toBe(CONVERTED)
    expect(notes[1]).toContain("The document's servers have the base path /v1")
  })
})
