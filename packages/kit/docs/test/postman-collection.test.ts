// The package has types, but its manifest does not declare them.
/// <reference types="postman-collection/types/index.d.ts" />
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { Collection, type Item, ItemGroup } from 'postman-collection'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { DocumentPage } from '../src/home-page.ts'
import { listOperations } from '../src/openapi/operations.ts'
import { readDocument } from '../src/openapi/read-document.ts'
import { toCollectionPath, toPostmanCollection } from '../src/postman/collection.ts'

const toPage = (source: object | string) => {
  const document = readDocument(source)
  return { document, operations: listOperations(document), path: 'reference.html', label: 'Reference' }
}
const ferries = toPage(join(import.meta.dirname, 'documents/ferries.yaml'))

const orchard = toPage(join(import.meta.dirname, 'documents/orchard.yaml'))

/** Creates a collection as Postman reads it. */
function open(page: DocumentPage, options = {}): Collection {
  return new Collection(JSON.parse(JSON.stringify(toPostmanCollection(page, options))))
}

/** Returns the requests in all folders of a collection. */
function itemsOf(group: ItemGroup): readonly Item[] {
  const items: readonly unknown[] = group.items.all()
  return items.flatMap((item) => (item instanceof ItemGroup ? itemsOf(item) : [item as Item]))
}

const shed = toPage(
  parse(`openapi: 3.1.0
info: { title: Shed, version: '1' }
servers: [{ url: 'https://{stage}.example/v1/', variables: { stage: { default: test } } }]
security: [{ card: [], session: [] }]
paths:
  /tools/{id}/{name}.json:
    post:
      operationId: addTool
      tags: [Tools]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, example: '7' } }
        - { name: name, in: path, required: true, schema: { type: string, example: saw } }
        - { name: kind, in: query, required: true, example: [a, b], schema: { type: array } }
        - { name: page, in: query, schema: { type: integer, default: 1 } }
        - { name: x-trace, in: header, schema: { type: string } }
      requestBody:
        content:
          application/json:
            schema: { type: object }
            examples:
              saw: { summary: A saw, value: { name: saw } }
              plane: { summary: A plane, value: { name: plane } }
      responses:
        201:
          description: Added.
          content: { application/json: { examples: { saw: { value: { id: 7 } } } } }
  /photos:
    post:
      security: []
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties: { name: { const: x }, photo: { type: string, format: binary } }
      responses: { default: { description: Added. } }
components:
  securitySchemes:
    card: { type: apiKey, in: header, name: x-card }
    session: { type: http, scheme: bearer }
`) as object,
)

/** Returns a request of the orchard by name. */
const named = (name: string) => {
  const found = itemsOf(open(orchard)).find((item) => item.name === name)
  if (found === undefined) throw new Error(`No request ${name}`)
  return found.request
}

describe('toPostmanCollection', () => {
  it('has a request for every operation that is no webhook', () => {
    const requests = itemsOf(open(ferries)).map(
      ({ request }) => `${request.method} /${request.url.path?.join('/')}`,
    )
    const declared = ferries.operations
      .filter(({ isWebhook }) => !isWebhook)
      .map(({ method, path }) => `${method} ${path.replaceAll(/\{([^}]+)\}/g, ':$1')}`)
    expect([...new Set(requests)].toSorted()).toStrictEqual(declared.toSorted())
  })

  it('has variables for base URL and credentials', () => {
    const collection = open(shed, { auth: { card: { value: 'demo-card' } } })
    expect(collection.variables.toObject()).toStrictEqual({
      baseUrl: 'https://test.example/v1',
      card: 'demo-card',
      session: '',
    })
  })

  it('has a request for each example of a body', () => {
    const items = itemsOf(open(shed)).slice(0, 2)
    expect(items.map(({ name }) => name)).toStrictEqual(['A saw', 'A plane'])
    expect(items.map(({ request }) => JSON.parse(request.body?.raw ?? ''))).toStrictEqual([
      { name: 'saw' },
      { name: 'plane' },
    ])
  })

  it('sends parameters and credentials as the document says', () => {
    const [item] = itemsOf(open(shed))
    const request = item?.request
    expect(request?.url.toString()).toBe('{{baseUrl}}/tools/7/saw.json?kind=a&kind=b')
    expect(request?.url.query.all()).toMatchObject([
      { key: 'kind', value: 'a' },
      { key: 'kind', value: 'b' },
      { key: 'page', value: '1', disabled: true },
    ])
    expect(request?.url.variables.toObject()).toStrictEqual({ id: '7' })
    expect(request?.headers.all()).toMatchObject([
      { key: 'Accept', value: 'application/json' },
      { key: 'Content-Type', value: 'application/json' },
      { key: 'x-trace', disabled: true },
      { key: 'x-card', value: '{{card}}' },
    ])
    expect(request?.auth?.parameters().toObject()).toStrictEqual({ token: '{{session}}' })
  })

  it('lets a file be chosen, and asks for no credentials where none are needed', () => {
    const request = itemsOf(open(shed)).at(-1)?.request
    expect(request?.auth).toMatchObject({ type: 'noauth' })
    expect(request?.body?.formdata?.map(({ key, type }) => [key, type], {})).toStrictEqual([
      ['name', 'text'],
      ['photo', 'file'],
    ])
  })

  describe('writes requests as the document says', () => {
    it('in paths', () => {
      const { url } = named('Read')
      expect(url.path).toStrictEqual(['trees', "a b@c('pear%2Fapple')", ':rows'])
      expect(url.variables.toObject()).toStrictEqual({ rows: ';rows=x;rows=y' })
    })

    it('in paths that are no variables of Postman', () => {
      expect(named('Open').url.path).toStrictEqual(['%3Aopen'])
    })

    it('in queries', () => {
      expect(named('Read').url.getQueryString()).toBe(
        'm=é%2B%26%3D&list=a%2Cb,c&deep[a]=x y&path=/a?b&json=%7B%22k%22:[1]%7D',
      )
    })

    it('in headers and cookies, but for a list that no header can carry', () => {
      expect(named('Read').headers.toObject(true)).toStrictEqual({
        'x-list': 'a,b',
        'x-split': '',
        cookie: 'sid=a%3Bb; token={{session}}',
      })
    })

    it('in JSON', () => {
      expect(named('Say').body?.raw).toBe(`"@it's"`)
    })

    it('in forms', () => {
      const pairs = named('Fill in').body?.urlencoded?.map(({ key, value }) => [key, value], {})
      expect(pairs).toStrictEqual([
        ['deep[k]', 'v'],
        ['joined', 'a,b'],
        ['many', '1 2'],
        ['many', '3&4'],
        ['json', '{"z":1}'],
      ])
    })

    it('in parts, with files to choose', () => {
      const parts: readonly object[] = named('Upload').toJSON().body?.formdata ?? []
      expect(parts).toMatchObject([
        { key: 'photos', type: 'file' },
        { key: 'image', type: 'file' },
        { key: 'tags', value: 'red', type: 'text' },
        { key: 'tags', value: 'green', type: 'text' },
        { key: 'about', value: '{"size":7}', contentType: 'application/json' },
      ])
    })

    it('never as JSON in another media type', () => {
      expect(named('Plant').body).toMatchObject({ mode: 'raw', raw: '' })
      expect(named('Draw').body?.mode).toBe('file')
    })
  })

  it('keeps examples of responses', () => {
    const [item] = itemsOf(open(shed))
    expect(item?.responses.map(({ code, body }) => [code, body], {})).toStrictEqual([
      [201, '{\n  "id": 7\n}'],
    ])
  })

  it('keeps the token that a response carries', () => {
    const begin = { operationId: 'addTool', label: 'Begin' }
    const session = { scheme: 'session', tokenHeader: 'x-token', open: begin }
    const script = open(shed, { session }).events.all()[0]?.script.toSource() ?? ''
    const run = (token: string): unknown[] => {
      const variables: unknown[] = []
      const pm = {
        response: { headers: { get: (name: string) => (name === 'x-token' ? token : undefined) } },
        collectionVariables: { set: (...pair: unknown[]) => void variables.push(pair) },
      }
      runInNewContext(script, { pm })
      return variables
    }
    expect(run('Bearer abc')).toStrictEqual([['session', 'abc']])
    expect(run('')).toStrictEqual([])
  })

  it('is the same for the same document', () => {
    expect(JSON.stringify(toPostmanCollection(ferries, {}))).toBe(
      JSON.stringify(toPostmanCollection(ferries, {})),
    )
    expect(toCollectionPath('reference.html')).toBe('reference.postman_collection.json')
  })
})
