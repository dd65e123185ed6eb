import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../documents/json.ts'
import { compareDocuments } from './compare-documents.ts'

/** An edit of the operations below a path that is named after the check, and everything breaking in it. */
interface Trial {
  /** The operations of each path, before and after. */
  readonly edits: Readonly<Record<string, readonly [before: JsonObject | undefined, after?: JsonObject]>>
  /** Schemas of both documents, for sent and received values. */
  readonly schemas?: readonly [before: JsonObject, after: JsonObject]
  /** The breaking changes, all of them found by the check, each as `place: what`, in alphabetical order. */
  readonly breaks: readonly string[]
  /** The places of further changes that are not breaking. */
  readonly keeps: readonly string[]
}

const responses = { 200: { description: 'A' } }
const get = (content: JsonObject = {}) => ({ get: { responses, ...content } })
const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } })
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const query = (content: JsonObject) =>
  get({
    parameters: [
      { name: 'page', in: 'query', ...content },
      { name: 'size', in: 'query', schema: {} },
    ],
  })
const respond = (content: JsonObject) => get({ responses: { 200: { description: 'A', ...content } } })
const send = (schema: JsonObject) => get({ requestBody: json(schema) })
const receive = (schema: JsonObject) => respond(json(schema))
const receiveHeader = (content: JsonObject) => respond({ headers: { 'x-h': content } })
const text = { type: 'string' }
const integer = { type: 'integer' }
const required = { required: true, schema: text }
const choice = { type: 'string', enum: ['a', 'b'], maxLength: 10 }
const object = (properties: JsonObject) => ({ type: 'object', properties })
const variants = (discriminator?: JsonObject): JsonObject => ({
  oneOf: [to('Circle'), to('Square')],
  ...(discriminator === undefined ? {} : { discriminator }),
})
const byKind = (mapping: JsonObject = { c: '#/components/schemas/Circle' }) => ({
  propertyName: 'kind',
  mapping,
})
const withSquare = { ...byKind().mapping, s: '#/components/schemas/Square' }
const shapes = { Circle: object({ kind: text }), Square: object({ kind: text, type: text }) }

/**
 * A schema that is sent, one that is received, and one that is both. `marks` are the changes of their fields.
 */
const directed = (marks: { readonly inward?: JsonObject; readonly outward?: JsonObject } = {}) => {
  const schema = (description: string) => ({
    description,
    ...object({ inward: { ...text, ...marks.inward }, outward: { ...text, ...marks.outward } }),
  })
  return { Request: schema('sent'), Result: schema('got'), Both: schema('both') }
}
const directions = {
  post: { requestBody: json(to('Request')), responses: { 200: { description: 'A', ...json(to('Result')) } } },
  put: { requestBody: json(to('Both')), responses: { 200: { description: 'A', ...json(to('Both')) } } },
}

const trials: Readonly<Record<string, Trial>> = {
  'access-narrowed': {
    edits: {
      wide: [get({ 'x-access': 'session' }), get({ 'x-access': 'customer' })],
      narrow: [get({ 'x-access': 'customer' }), get({ 'x-access': 'none' })],
      open: [get(), get({ 'x-access': 'session' })],
    },
    breaks: [
      'GET open: Access was `none` and is `session`.',
      'GET wide: Access was `session` and is `customer`.',
    ],
    keeps: ['GET narrow'],
  },
  'default-changed': {
    edits: {
      changed: [query({ schema: { default: 1 } }), query({ schema: { default: 2 } })],
      gone: [query({ schema: { default: 1 } }), query({ schema: {} })],
      added: [query({ schema: {} }), query({ schema: { default: 1 } })],
      received: [receiveHeader({ schema: { default: 1 } }), receiveHeader({ schema: { default: 2 } })],
    },
    breaks: [
      'GET changed, parameter page: The default became 2; it was 1.',
      'GET gone, parameter page: The default 1 is gone.',
    ],
    keeps: ['GET added, parameter page', 'GET received, response 200, header x-h'],
  },
  'discriminator-changed': {
    edits: {
      field: [receive(variants(byKind())), receive(variants({ ...byKind(), propertyName: 'type' }))],
      gone: [receive(variants(byKind())), receive(variants())],
      goneSent: [send(variants(byKind())), send(variants())],
      added: [receive(variants()), receive(variants(byKind()))],
      named: [
        receive(object({ mapping: { type: 'array' } })),
        receive(object({ mapping: { type: 'array', items: text } })),
      ],
      got: [receive(variants(byKind())), receive(variants(byKind(withSquare)))],
      gotLess: [receive(variants(byKind())), receive(variants(byKind({})))],
      sent: [send(variants(byKind())), send(variants(byKind({})))],
      sentMore: [send(variants(byKind())), send(variants(byKind(withSquare)))],
    },
    schemas: [shapes, shapes],
    breaks: [
      'GET field, response 200: Variants are distinguished by `type`; it was `kind`.',
      'GET gone, response 200: No field distinguishes the variants any more.',
      'GET got, response 200: The value `s` names a variant.',
      'GET sent, request body: The value `c` names no variant any more.',
    ],
    keeps: [
      'GET added, response 200',
      'GET goneSent, request body',
      'GET gotLess, response 200',
      'GET named, response 200, mapping[]',
      'GET sentMore, request body',
    ],
  },
  'idempotency-lost': {
    edits: {
      less: [get({ 'x-idempotency': 'always' }), get({ 'x-idempotency': 'key' })],
      gone: [get({ 'x-idempotency': 'key' }), get()],
      more: [get({ 'x-idempotency': 'never' }), get({ 'x-idempotency': 'key' })],
      added: [get(), get({ 'x-idempotency': 'never' })],
    },
    breaks: [
      'GET gone: `x-idempotency` is gone; it was "key".',
      'GET less: `x-idempotency` was "always" and is "key".',
    ],
    keeps: [],
  },
  'media-type-given': {
    edits: {
      sent: [query({ schema: choice }), query(json(choice))],
      got: [receiveHeader({ schema: text }), receiveHeader(json(text))],
      body: [respond({}), receive(text)],
    },
    breaks: [
      'GET got, response 200, header x-h: It is written in a media type now.',
      'GET sent, parameter page: It is written in a media type now.',
    ],
    keeps: ['GET body, response 200'],
  },
  'path-parameter-renamed': {
    edits: {
      'a/{old}/{same}': [get()],
      'a/{new}/{same}': [undefined, get()],
      'b/{same}': [get(), get()],
      'c/{with-dash}': [get()],
      'c/{dash}': [undefined, get()],
    },
    breaks: [
      'a/{new}/{same}: Path parameters were renamed: `old` to `new`.',
      'c/{dash}: Path parameters were renamed: `with-dash` to `dash`.',
    ],
    keeps: [],
  },
  'read-only-added': {
    edits: { a: [directions, directions] },
    schemas: [directed(), directed({ inward: { readOnly: true }, outward: { writeOnly: true } })],
    breaks: [
      'POST a, request body, inward (schema Request): `inward` became read-only, so it is no longer accepted.',
      'POST a, response 200, outward (schema Result): `outward` became write-only, so no response has it any more.',
      'PUT a, request body, inward (schema Both): `inward` became read-only, so it is no longer accepted.',
      'PUT a, response 200, outward (schema Both): `outward` became write-only, so no response has it any more.',
    ],
    keeps: [
      'POST a, request body, outward (schema Request)',
      'POST a, response 200, inward (schema Result)',
      'PUT a, request body, outward (schema Both)',
      'PUT a, response 200, inward (schema Both)',
    ],
  },
  'required-body-added': {
    edits: {
      required: [get(), get({ requestBody: { required: true, ...json(text) } })],
      optional: [get(), send(text)],
    },
    breaks: ['GET required, request body: A request body became required.'],
    keeps: ['GET optional, request body'],
  },
  'response-header-optional': {
    edits: {
      lost: [receiveHeader(required), receiveHeader({ required: false, schema: text })],
      won: [receiveHeader({ schema: text }), receiveHeader(required)],
      kept: [receiveHeader(required), receiveHeader(required)],
    },
    breaks: ['GET lost, response 200, header x-h: Header `x-h` may be missing now.'],
    keeps: ['GET won, response 200, header x-h'],
  },
  'sent-property-removed': {
    edits: {
      one: [send(object({ a: text, b: integer })), send(object({ b: integer }))],
      renamed: [send(object({ a: text })), send(object({ z: text }))],
      all: [send(object({ a: text })), send({ type: 'object' })],
      added: [send(object({})), send(object({ a: text }))],
    },
    breaks: [
      'GET all, request body, a: `a` is not read any more.',
      'GET one, request body, a: `a` is not read any more.',
      'GET renamed, request body, a: `a` is not read any more.',
    ],
    keeps: ['GET added, request body, a', 'GET renamed, request body, z'],
  },
  'servers-overridden': {
    edits: {
      operation: [get(), get({ servers: [{ url: 'https://b' }] })],
      path: [get(), { servers: [{ url: 'https://b' }], ...get() }],
    },
    breaks: ['GET operation: It has servers of its own now.', 'GET path: It has servers of its own now.'],
    keeps: [],
  },
  'success-status-added': {
    edits: {
      a: [
        get(),
        get({
          responses: {
            ...responses,
            202: { description: 'Later' },
            303: { description: 'There' },
            409: { description: 'No' },
          },
        }),
      ],
    },
    breaks: [
      'GET a, response 202: The response may have the status 202.',
      'GET a, response 303: The response may have the status 303.',
    ],
    keeps: ['GET a, response 409'],
  },
}

/** The levels of access, from everybody to few. */
const policies = { access: { extension: 'x-access', levels: ['none', 'session', 'customer'] } }

/** All trials in one document, so that all of them together cost one comparison; `side` is 0 before and 1 after. */
function document(side: 0 | 1) {
  const paths = Object.entries(trials).flatMap(([id, { edits }]) =>
    Object.entries(edits).flatMap(([path, { [side]: item }]): [string, Json][] =>
      item === undefined ? [] : [[`/${id}/${path}`, item]],
    ),
  )
  const schemas = Object.values(trials).map((trial) => trial.schemas?.[side])
  return {
    openapi: '3.1.1',
    info: { title: 'Trials', version: '1.0.0' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.assign({}, ...schemas) },
  } satisfies JsonObject
}

const changes = compareDocuments(document(0), document(1), policies)

const closed = (properties: JsonObject): JsonObject => ({
  openapi: '3.1.1',
  info: { title: 'Shed', version: '1.0.0' },
  paths: { '/tools': receive({ ...object(properties), additionalProperties: false }) },
})

describe('compareDocuments', () => {
  it.each(Object.entries(trials))('finds what breaks by %s, and nothing else', (id, { breaks, keeps }) => {
    const here = changes
      .filter(({ place }) => place.includes(`/${id}/`))
      .map((change) => ({ ...change, place: change.place.replace(`/${id}/`, '') }))
    const found = here.filter(({ impact }) => impact === 'major')
    expect(found.map(({ place, what }) => `${place}: ${what}`).toSorted()).toStrictEqual(breaks)
    expect(new Set(found.map(({ rule }) => rule))).toStrictEqual(new Set([id]))
    const kept = here.filter(({ impact }) => impact === 'minor')
    expect(kept.map(({ place }) => place).toSorted()).toStrictEqual(keeps)
  })

  it('says nothing of a closed object that stays closed', () => {
    const found = compareDocuments(closed({ name: text }), closed({ name: { ...text, maxLength: 10 } }), {})
    expect(found.map(({ place, what }) => `${place}: ${what}`)).toStrictEqual([
      'GET /tools, response 200, name: `maxLength` is new: 10.',
    ])
  })
})
