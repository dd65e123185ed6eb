// The package has types, but its manifest does not declare them.
/// <reference types="postman-collection/types/index.d.ts" />
import { runInNewContext } from 'node:vm'
import { parseDocumentText } from '@contract-kit/openapi/source'
import { Collection, type Item, ItemGroup } from 'postman-collection'
import { describe, expect, it } from 'vitest'
import { listOperations } from '../src/openapi/operations.ts'
import { readDocument } from '../src/openapi/read-document.ts'
import { toPostmanCollection } from '../src/postman/collection.ts'
import type { TryItOptions } from '../src/try-it-options.ts'

type Group = Collection | ItemGroup

/** Creates the collection of a YAML document, as Postman reads it. */
function open(yaml: string, session?: TryItOptions['session']): Collection {
  const document = readDocument(parseDocumentText(yaml, 'The document') as object)
  const page = { document, operations: listOperations(document), path: 'reference.html', label: 'Reference' }
  return new Collection(
    JSON.parse(JSON.stringify(toPostmanCollection(page, session === undefined ? {} : { session }))),
  )
}

const membersOf = (group: Group): readonly (Item | ItemGroup)[] => group.items.all() as (Item | ItemGroup)[]

/** Returns the requests in the order in which Postman runs them, as `folder: method path`. */
const orderOf = (group: Group, folder = ''): readonly string[] =>
  membersOf(group).flatMap((member) =>
    member instanceof ItemGroup
      ? orderOf(member, `${member.name}: `)
      : [`${folder}${member.request.method} /${member.request.url.path?.join('/')}`],
  )

const requestsOf = (group: Group): readonly Item[] =>
  membersOf(group).flatMap((member) => (member instanceof ItemGroup ? requestsOf(member) : [member]))

function find(collection: Collection, method: string, path: string): Item {
  const found = requestsOf(collection).find(
    ({ request }) => request.method === method && `/${request.url.path?.join('/')}` === path,
  )
  if (found === undefined) throw new Error(`No request ${method} ${path}`)
  return found
}

/** Returns the variables that the script of a request sets for a response. */
function setBy(item: Item, code: number, text: string, headers: Record<string, string> = {}) {
  const variables: Record<string, unknown> = {}
  const pm = {
    response: { code, text: () => text, headers: { get: (name: string) => headers[name] } },
    collectionVariables: { set: (name: string, value: unknown) => void (variables[name] = value) },
  }
  for (const event of item.events.all()) runInNewContext(event.script.toSource() ?? '', { pm })
  return variables
}

const kennel = `
openapi: 3.1.0
info: { title: Kennel, version: '1' }
servers: [{ url: /v1 }]
paths:
  /visits:
    get:
      tags: [Visits]
      parameters: [{ name: petId, in: query, schema: { type: integer, format: int64, example: 7 } }]
      responses:
        200:
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Visit' } } } }
    post:
      tags: [Visits]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } } }
      responses: { 201: { $ref: '#/components/responses/Visit' } }
  /visits/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    delete: { tags: [Visits], responses: { 204: { description: Gone. } } }
    get:
      tags: [Visits]
      responses: { 200: { $ref: '#/components/responses/Visit' } }
  /pets/{petId}.{format}:
    get:
      tags: [Pets]
      parameters:
        - { name: petId, in: path, required: true, schema: { type: integer, format: int64, example: 9007199254740993 } }
        - { name: format, in: path, required: true, schema: { type: string, enum: [png, svg] } }
      responses: { 200: { description: A picture. } }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer, format: int64, example: 9007199254740993 } }]
    delete: { tags: [Pets], responses: { 204: { description: Gone. } } }
    get:
      tags: [Pets]
      responses: { 200: { $ref: '#/components/responses/Pet' } }
  /pets:
    post:
      tags: [Pets]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { 201: { $ref: '#/components/responses/Pet' } }
components:
  responses:
    Pet: { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
    Visit: { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } } }
  schemas:
    Pet:
      type: object
      required: [name, microchip]
      properties:
        id: { type: integer, format: int64, readOnly: true }
        name: { type: string, example: Rex }
        microchip: { type: string, writeOnly: true }
    Visit:
      type: object
      required: [petId, day]
      properties:
        id: { type: string, readOnly: true }
        petId: { type: integer, format: int64, example: 7 }
        day: { type: string, format: date, example: '2026-05-01' }
`

/** Returns a path whose POST has a body. */
const takes = (schema: object, type: string) => ({
  post: {
    requestBody: { required: true, content: { [type]: { schema } } },
    responses: { 204: { description: 'Done.' } },
  },
})

describe('a collection that runs from top to bottom', () => {
  const collection = open(kennel)

  it('creates what a request needs before it, and deletes it last', () => {
    expect(orderOf(collection)).toStrictEqual([
      'Pets: POST /pets',
      'Pets: GET /pets/{{petId}}.png',
      'Pets: GET /pets/:petId',
      'Visits: POST /visits',
      'Visits: GET /visits',
      'Visits: GET /visits/:id',
      'Visits: DELETE /visits/:id',
      'Pets (continued): DELETE /pets/:petId',
    ])
  })

  it('has a variable for each kind of id, with the example of the document in the beginning', () => {
    expect(collection.variables.toObject()).toMatchObject({ petId: '9007199254740993', visitId: 'text' })
  })

  it('takes ids from variables in paths, queries and bodies', () => {
    expect(find(collection, 'GET', '/pets/:petId').request.url.variables.toObject()).toStrictEqual({
      petId: '{{petId}}',
    })
    expect(find(collection, 'GET', '/visits/:id').request.url.variables.toObject()).toStrictEqual({
      id: '{{visitId}}',
    })
    expect(find(collection, 'GET', '/visits').request.url.query.all()).toMatchObject([
      { key: 'petId', value: '{{petId}}', disabled: true },
    ])
    expect(find(collection, 'POST', '/visits').request.body?.raw).toBe(
      '{\n  "petId": {{petId}},\n  "day": "2026-05-01"\n}',
    )
  })

  it('takes ids from variables in forms and in JSON of any depth, as the example has them', () => {
    const property = { type: 'string', example: 'o-1' }
    const content = {
      'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } },
    }
    const list = { type: 'array', minItems: 1, items: { type: 'object', properties: { ownerId: property } } }
    const owned = open(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Owners', version: '1' },
        paths: {
          '/owners': { post: { responses: { 201: { description: 'Made.', content } } } },
          '/form': takes(
            { type: 'object', properties: { ownerId: property, note: { type: 'string', example: 'a&b' } } },
            'application/x-www-form-urlencoded',
          ),
          '/deep': takes(
            { type: 'object', required: ['pets'], properties: { pets: list } },
            'application/json',
          ),
        },
      }),
    )
    const fields = find(owned, 'POST', '/form').request.body?.urlencoded?.map(
      ({ key, value }) => [key, value],
      {},
    )
    expect(fields).toStrictEqual([
      ['ownerId', '{{ownerId}}'],
      ['note', 'a&b'],
    ])
    expect(JSON.parse(find(owned, 'POST', '/deep').request.body?.raw ?? '')).toStrictEqual({
      pets: [{ ownerId: '{{ownerId}}' }],
    })
    expect(orderOf(owned)[0]).toBe('POST /owners')
  })

  it('sets a variable to the id in the response, digit by digit', () => {
    const create = find(collection, 'POST', '/pets')
    expect(setBy(create, 201, '{"id":9223372036854775807}')).toStrictEqual({ petId: '9223372036854775807' })
    expect(setBy(find(collection, 'POST', '/visits'), 201, '{"id":"v-1"}')).toStrictEqual({ visitId: 'v-1' })
  })

  it('leaves a variable alone if the response is an error, or has no id', () => {
    const create = find(collection, 'POST', '/pets')
    expect(setBy(create, 400, '{"id":1}')).toStrictEqual({})
    expect(setBy(create, 201, '')).toStrictEqual({})
  })

  it('keeps nothing that is written only', () => {
    const response = '{"id":1,"microchip":"m-1"}'
    expect(setBy(find(collection, 'POST', '/pets'), 201, response)).toStrictEqual({ petId: '1' })
  })

  it('stands on a host even where the document gives a path alone', () => {
    expect(collection.variables.get('baseUrl')).toBe('https://api.example.com/v1')
  })

  it('reads an id from the Location of a response without a body', () => {
    const paths = `
openapi: 3.0.3
info: { title: Shelf, version: '1' }
paths:
  /books: { post: { responses: { '201': { description: Made. } } } }
  /books/{isbn}:
    get:
      parameters: [{ name: isbn, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: It. } }
`
    const headers = { location: 'https://shelf.example/v2/books/978-3?copy=1' }
    expect(setBy(find(open(paths), 'POST', '/books'), 201, '', headers)).toStrictEqual({ isbn: '978-3' })
  })

  it('follows the links of a response', () => {
    const linked = open(`
openapi: 3.1.0
info: { title: Tickets, version: '1' }
paths:
  /validate/{code}:
    post:
      operationId: validate
      parameters: [{ name: code, in: path, required: true, schema: { type: string, example: A-1 } }]
      responses: { 204: { description: Done. } }
  /sales:
    post:
      operationId: sell
      responses:
        201:
          description: Sold.
          content:
            application/json:
              schema:
                type: object
                properties: { tickets: { type: array, items: { properties: { print: { type: string } } } } }
          links: { use: { operationId: validate, parameters: { code: '$response.body#/tickets/0/print' } } }
`)
    expect(orderOf(linked)).toStrictEqual(['POST /sales', 'POST /validate/:code'])
    expect(setBy(find(linked, 'POST', '/sales'), 201, '{"tickets":[{"print":"Z-9"}]}')).toStrictEqual({
      validateCode: 'Z-9',
    })
    expect(linked.variables.get('validateCode')).toBe('A-1')
  })

  it('reads what a request has put at the address that it chose', () => {
    const put = open(`
openapi: 3.1.0
info: { title: Flags, version: '1' }
paths:
  /flags/{key}:
    get:
      parameters: [{ name: key, in: path, required: true, schema: { type: string, example: other } }]
      responses: { 200: { description: It. } }
    put:
      parameters: [{ name: key, in: path, required: true, schema: { type: string, example: dark-mode } }]
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { 201: { description: Made. } }
`)
    expect(orderOf(put)).toStrictEqual(['PUT /flags/:key', 'GET /flags/:key'])
    expect(put.variables.get('flagKey')).toBe('dark-mode')
    expect(find(put, 'GET', '/flags/:key').request.url.variables.toObject()).toStrictEqual({
      key: '{{flagKey}}',
    })
  })

  it('begins with the example of one of two things that need each other', () => {
    const entangled = open(`
openapi: 3.1.0
info: { title: Pairs, version: '1' }
paths:
  /left/{rightId}:
    post:
      tags: [Left]
      operationId: addLeft
      parameters: [{ name: rightId, in: path, required: true, schema: { type: string, example: r } }]
      responses:
        201:
          description: Made.
          content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }
          links: { right: { operationId: addRight, parameters: { leftId: '$response.body#/id' } } }
  /right/{leftId}:
    post:
      tags: [Right]
      operationId: addRight
      parameters: [{ name: leftId, in: path, required: true, schema: { type: string, example: l } }]
      responses:
        201:
          description: Made.
          content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }
          links: { left: { operationId: addLeft, parameters: { rightId: '$response.body#/id' } } }
`)
    expect(orderOf(entangled)).toStrictEqual(['Left: POST /left/:rightId', 'Right: POST /right/:leftId'])
  })

  it('sends each request with an idempotency key of its own', () => {
    const keyed = open(`
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    post:
      parameters: [{ name: Idempotency-Key, in: header, required: true, schema: { type: string, maxLength: 64 } }]
      responses: { 201: { description: Made. } }
  /refunds:
    post:
      parameters: [{ name: Idempotency-Key, in: header, required: true, schema: { type: string, maxLength: 8, example: refund-1 } }]
      responses: { 201: { description: Made. } }
`)
    expect(find(keyed, 'POST', '/orders').request.headers.get('Idempotency-Key')).toBe('{{$guid}}')
    expect(find(keyed, 'POST', '/refunds').request.headers.get('Idempotency-Key')).toBe('refund-1')
  })

  it('opens the session first, and ends with the example that signs in', () => {
    const session = {
      scheme: 'token',
      tokenHeader: 'x-token',
      open: { operationId: 'start', label: 'Start' },
      signIns: [{ operationId: 'login', example: 'member', label: 'Member' }],
    }
    const guarded = open(
      `
openapi: 3.1.0
info: { title: Club, version: '1' }
paths:
  /rooms: { get: { tags: [Rooms], responses: { 200: { description: All. } } } }
  /login:
    post:
      tags: [Door]
      operationId: login
      requestBody:
        content:
          application/json:
            examples: { member: { summary: A member, value: 1 }, stranger: { summary: A stranger, value: 2 } }
      responses: { 204: { description: In. } }
  /start: { post: { tags: [Door], operationId: start, responses: { 204: { description: Open. } } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`,
      session,
    )
    expect(requestsOf(guarded).map(({ name }) => name)).toStrictEqual([
      'POST /start',
      'A stranger',
      'A member',
      'GET /rooms',
    ])
  })

  it('has a base URL for each server of a path or an operation', () => {
    const spread = open(`
openapi: 3.1.0
info: { title: Spread, version: '1' }
servers: [{ url: 'https://main.example/' }, { url: 'https://second.example' }]
paths:
  /here: { get: { responses: { 200: { description: It. } } } }
  /files:
    servers: [{ url: 'https://files.example/v2' }]
    get: { responses: { 200: { description: It. } } }
    put: { servers: [{ url: 'https://main.example' }], responses: { 200: { description: It. } } }
`)
    expect(spread.variables.toObject()).toStrictEqual({
      baseUrl: 'https://main.example',
      baseUrl2: 'https://files.example/v2',
    })
    expect(requestsOf(spread).map(({ request }) => request.url.toString())).toStrictEqual([
      '{{baseUrl}}/here',
      '{{baseUrl2}}/files',
      '{{baseUrl}}/files',
    ])
  })

  it('has the base path of Swagger 2.0', () => {
    const swagger = open(`
swagger: '2.0'
info: { title: Old, version: '1' }
host: old.example
basePath: /v1/
schemes: [https]
paths: { /trees: { get: { responses: { '200': { description: All. } } } } }
`)
    expect(swagger.variables.get('baseUrl')).toBe('https://old.example/v1')
  })

  it('asks for the name and the password of HTTP Basic, and sends other schemes as a header', () => {
    const guarded = open(`
openapi: 3.1.0
info: { title: Doors, version: '1' }
paths:
  /basic: { get: { security: [{ login: [] }], responses: { 200: { description: It. } } } }
  /hoba: { get: { security: [{ proof: [] }], responses: { 200: { description: It. } } } }
components: { securitySchemes: { login: { type: http, scheme: Basic }, proof: { type: http, scheme: hoba } } }
`)
    expect(guarded.variables.toObject()).toMatchObject({ login: '', loginPassword: '', proof: '' })
    expect(find(guarded, 'GET', '/basic').request.auth?.parameters().toObject()).toStrictEqual({
      username: '{{login}}',
      password: '{{loginPassword}}',
    })
    expect(find(guarded, 'GET', '/hoba').request.headers.get('Authorization')).toBe('Hoba {{proof}}')
  })

  it('has a text in each place of a path', () => {
    const blank = open(`
openapi: 3.1.0
info: { title: Blank, version: '1' }
paths:
  /a/{empty}/{none}/{list}:
    get:
      parameters:
        - { name: empty, in: path, required: true, schema: { type: string, example: '' } }
        - { name: none, in: path, required: true, schema: {} }
        - { name: list, in: path, required: true, schema: { type: array, items: { type: string } } }
      responses: { 200: { description: It. } }
`)
    const { variables } = find(blank, 'GET', '/a/:empty/:none/:list').request.url
    expect(variables.toObject()).toStrictEqual({ empty: 'empty', none: 'text', list: 'text' })
  })
})
