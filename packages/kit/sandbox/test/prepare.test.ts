import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'

const responses = { 204: { description: 'Done.' }, default: { description: 'Refused.' } }
const info = { title: 'Pets', version: '1' }
const documentOf = (paths: object, components = {}) => ({ openapi: '3.1.0', info, paths, components })

const idIn = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })

describe('a document', () => {
  it('may use an operationId twice, which is told', async () => {
    const put = { operationId: 'same', responses }
    await using api = await serveSandbox(documentOf({ '/a': { put }, '/b': { put } }))
    expect(api.sandbox.notes).toStrictEqual([
      expect.stringMatching(/^The operationId same .* the second operation goes by PUT \/b\.$/),
    ])
    expect([await api.status('PUT', '/a'), await api.status('PUT', '/b')]).toStrictEqual([204, 204])
  })

  it('may have paths that differ in a name only, which is told', async () => {
    const document = documentOf(
      {
        '/pets/{id}': { parameters: [idIn('id')], put: { operationId: 'a', responses } },
        '/pets/{petId}': {
          parameters: [{ $ref: '#/components/parameters/PetId' }],
          put: { operationId: 'b', responses },
          patch: { operationId: 'c', responses },
        },
      },
      { parameters: { PetId: idIn('petId') } },
    )
    await using api = await serveSandbox(document)
    expect(api.sandbox.notes).toStrictEqual([
      'PUT /pets/{petId} is not served: /pets/{id} has that operation too.',
      'The paths /pets/{id} and /pets/{petId} are the same path, so both are served as /pets/{id}.',
    ])
    // Nothing creates a pet, so it exists as soon as it is named.
    const statuses = [api.send('PUT', '/pets/1'), api.send('PATCH', '/pets/1'), api.send('PATCH', '/pets/x')]
    expect((await Promise.all(statuses)).map(({ status }) => status)).toStrictEqual([204, 204, 400])
  })

  it('may have an operation that cannot be read, which is told', async () => {
    const bad = { operationId: 'bad', security: [{ notDeclared: [] }], responses }
    await using api = await serveSandbox(
      documentOf({ '/good': { put: { responses } }, '/bad': { get: bad } }),
    )
    expect(api.sandbox.notes).toStrictEqual([
      expect.stringMatching(/^bad is not served; its response is 501: .* notDeclared/),
    ])
    expect(api.sandbox.explain()).toMatch(/^Not served, 501\n {2}bad /m)
    expect([await api.status('PUT', '/good'), await api.status('GET', '/bad')]).toStrictEqual([204, 501])
  })

  it('may serve operations elsewhere, and be of Swagger 2.0', async () => {
    const put = { responses, servers: [{ url: 'https://upload.example.com/files' }] }
    await using api = await serveSandbox(documentOf({ '/a': { put }, '/b': { put: { responses } } }))
    expect([await api.status('PUT', '/files/a'), await api.status('PUT', '/b')]).toStrictEqual([204, 204])
    const swagger = { swagger: '2.0', info, basePath: '/v1', paths: { '/a': { put: { responses } } } }
    await using old = await serveSandbox(swagger as never)
    expect([old.sandbox.basePath, old.sandbox.notes.length]).toStrictEqual(['/v1', 1])
  })

  it('may say `nullable` where it means nothing', async () => {
    const schema = {
      type: 'object',
      properties: { nullable: { type: 'boolean' }, other: { nullable: true, allOf: [{ type: 'string' }] } },
    }
    const body = { content: { 'application/json': { schema } } }
    const paths = { '/a': { put: { operationId: 'putA', requestBody: body, responses } } }
    await using api = await serveSandbox({ openapi: '3.0.3', info, paths })
    expect(await api.status('PUT', '/a', { nullable: true, other: 'x' })).toBe(204)
    expect(await api.status('PUT', '/a', { nullable: 'x' })).toBe(400)
  })

  it('may give schemas an `$id` and refer to places of the document', async () => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Page' } } }
    const schemas = {
      Page: { $id: 'https://example.com/page', type: 'array', items: { $ref: '#/components/schemas/Text' } },
      Text: { type: 'string' },
    }
    const found = { 200: { description: 'All.', content } }
    const paths = { '/run/texts': { post: { operationId: 'texts', responses: found } } }
    await using api = await serveSandbox(documentOf(paths, { schemas }))
    expect((await api.send('POST', '/run/texts')).json).toStrictEqual(['text'])
  })
})
