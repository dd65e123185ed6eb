import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../documents/json.ts'
import { compareDocuments } from './compare-documents.ts'

/** An edit of the operations below a path that is named after the check, and everything breaking in it. */
interface Trial {
  readonly before: JsonObject
  readonly after: JsonObject
  /** Schemas of either side, for what is sent and got. */
  readonly schemas?: readonly [before: JsonObject, after: JsonObject]
  /** The breaking changes, all of them found by the check, each as `place: what`, in alphabetical order. */
  readonly breaks: readonly string[]
  /** The places of further changes, which break nobody. */
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
const header = (content: JsonObject) => ({ headers: { 'x-h': content } })
const respond = (content: JsonObject) => get({ responses: { 200: { description: 'A', ...content } } })
const text = { type: 'string' }
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
const square = '#/components/schemas/Square'
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
    before: { wide: get({ 'x-access': 'session' }), narrow: get({ 'x-access': 'customer' }), open: get() },
    after: {
      wide: get({ 'x-access': 'customer' }),
      narrow: get({ 'x-access': 'none' }),
      open: get({ 'x-access': 'session' }),
    },
    breaks: [
      'GET open: Access was `none` and is `session`.',
      'GET wide: Access was `session` and is `customer`.',
    ],
    keeps: ['GET narrow'],
  },
  'default-changed': {
    before: {
      changed: query({ schema: { default: 1 } }),
      gone: query({ schema: { default: 1 } }),
      added: query({ schema: {} }),
      received: respond(header({ schema: { default: 1 } })),
    },
    after: {
      changed: query({ schema: { default: 2 } }),
      gone: query({ schema: {} }),
      added: query({ schema: { default: 1 } }),
      received: respond(header({ schema: { default: 2 } })),
    },
    breaks: [
      'GET changed, parameter page: The default became 2; it was 1.',
      'GET gone, parameter page: The default 1 is gone.',
    ],
    keeps: ['GET added, parameter page', 'GET received, response 200, header x-h'],
  },
  'discriminator-changed': {
    before: {
      field: respond(json(variants(byKind()))),
      gone: respond(json(variants(byKind()))),
      goneSent: get({ requestBody: json(variants(byKind())) }),
      added: respond(json(variants())),
      named: respond(json(object({ mapping: { type: 'array' } }))),
      got: respond(json(variants(byKind()))),
      gotLess: respond(json(variants(byKind()))),
      sent: get({ requestBody: json(variants(byKind())) }),
      sentMore: get({ requestBody: json(variants(byKind())) }),
    },
    after: {
      field: respond(json(variants({ ...byKind(), propertyName: 'type' }))),
      gone: respond(json(variants())),
      goneSent: get({ requestBody: json(variants()) }),
      added: respond(json(variants(byKind()))),
      named: respond(json(object({ mapping: { type: 'array', items: text } }))),
      got: respond(json(variants(byKind({ ...byKind().mapping, s: square })))),
      gotLess: respond(json(variants(byKind({})))),
      sent: get({ requestBody: json(variants(byKind({}))) }),
      sentMore: get({ requestBody: json(variants(byKind({ ...byKind().mapping, s: square }))) }),
    },
    schemas: [shapes, shapes],
    breaks: [
      'GET field, response 200: Variants are told apart by `type`; it was `kind`.',
      'GET gone, response 200: No field tells the variants apart any more.',
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
    before: {
      less: get({ 'x-idempotency': 'always' }),
      gone: get({ 'x-idempotency': 'key' }),
      more: get({ 'x-idempotency': 'never' }),
      added: get(),
    },
    after: {
      less: get({ 'x-idempotency': 'key' }),
      gone: get(),
      more: get({ 'x-idempotency': 'key' }),
      added: get({ 'x-idempotency': 'never' }),
    },
    breaks: [
      'GET gone: `x-idempotency` is gone; it was "key".',
      'GET less: `x-idempotency` was "always" and is "key".',
    ],
    keeps: [],
  },
  'media-type-given': {
    before: {
      sent: query({ schema: choice }),
      got: respond(header({ schema: text })),
      body: respond({}),
    },
    after: {
      sent: query(json(choice)),
      got: respond(header(json(text))),
      body: respond(json(text)),
    },
    breaks: [
      'GET got, response 200, header x-h: It is written in a media type now.',
      'GET sent, parameter page: It is written in a media type now.',
    ],
    keeps: ['GET body, response 200'],
  },
  'path-parameter-renamed': {
    before: { 'a/{old}/{same}': get(), 'b/{same}': get(), 'c/{with-dash}': get() },
    after: { 'a/{new}/{same}': get(), 'b/{same}': get(), 'c/{dash}': get() },
    breaks: [
      'a/{new}/{same}: Path parameters were renamed: `old` to `new`.',
      'c/{dash}: Path parameters were renamed: `with-dash` to `dash`.',
    ],
    keeps: [],
  },
  'read-only-added': {
    before: { a: directions },
    after: { a: directions },
    schemas: [directed(), directed({ inward: { readOnly: true }, outward: { writeOnly: true } })],
    breaks: [
      'POST a, request body, inward (schema Request): `inward` became read-only, so it is not taken any more.',
      'POST a, response 200, outward (schema Result): `outward` became write-only, so no response has it any more.',
      'PUT a, request body, inward (schema Both): `inward` became read-only, so it is not taken any more.',
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
    before: { required: get(), optional: get() },
    after: {
      required: get({ requestBody: { required: true, ...json(text) } }),
      optional: get({ requestBody: json(text) }),
    },
    breaks: ['GET required, request body: A request body became required.'],
    keeps: ['GET optional, request body'],
  },
  'response-header-optional': {
    before: {
      lost: respond(header({ required: true, schema: text })),
      won: respond(header({ schema: text })),
      kept: respond(header({ required: true, schema: text })),
    },
    after: {
      lost: respond(header({ required: false, schema: text })),
      won: respond(header({ required: true, schema: text })),
      kept: respond(header({ required: true, schema: text })),
    },
    breaks: ['GET lost, response 200, header x-h: Header `x-h` may be missing now.'],
    keeps: ['GET won, response 200, header x-h'],
  },
  'sent-property-removed': {
    before: {
      one: get({ requestBody: json(object({ a: text, b: { type: 'integer' } })) }),
      renamed: get({ requestBody: json(object({ a: text })) }),
      all: get({ requestBody: json(object({ a: text })) }),
      added: get({ requestBody: json(object({})) }),
    },
    after: {
      one: get({ requestBody: json(object({ b: { type: 'integer' } })) }),
      renamed: get({ requestBody: json(object({ z: text })) }),
      all: get({ requestBody: json({ type: 'object' }) }),
      added: get({ requestBody: json(object({ a: text })) }),
    },
    breaks: [
      'GET all, request body, a: `a` is not read any more.',
      'GET one, request body, a: `a` is not read any more.',
      'GET renamed, request body, a: `a` is not read any more.',
    ],
    keeps: ['GET added, request body, a', 'GET renamed, request body, z'],
  },
  'servers-overridden': {
    before: { operation: get(), path: get() },
    after: {
      operation: get({ servers: [{ url: 'https://other.example.com' }] }),
      path: { servers: [{ url: 'https://other.example.com' }], ...get() },
    },
    breaks: ['GET operation: It has servers of its own now.', 'GET path: It has servers of its own now.'],
    keeps: [],
  },
  'success-status-added': {
    before: { a: get() },
    after: {
      a: get({
        responses: {
          ...responses,
          202: { description: 'Later' },
          303: { description: 'There' },
          409: { description: 'No' },
        },
      }),
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

/** All trials in one document, so that all of them together cost one comparison. */
function document(side: 'before' | 'after') {
  const paths = Object.entries(trials).flatMap(([id, trial]) =>
    Object.entries(trial[side]).map(([path, item]): [string, Json] => [`/${id}/${path}`, item]),
  )
  const schemas = Object.values(trials).map((trial) => trial.schemas?.[side === 'before' ? 0 : 1])
  return {
    openapi: '3.1.1',
    info: { title: 'Trials', version: '1.0.0' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.assign({}, ...schemas) },
  } satisfies JsonObject
}

const changes = compareDocuments(document('before'), document('after'), policies)

describe.each(Object.entries(trials))('%s', (id, { breaks, keeps }) => {
  const here = changes
    .filter(({ place }) => place.includes(`/${id}/`))
    .map((change) => ({ ...change, place: change.place.replace(`/${id}/`, '') }))

  it('finds what breaks', () => {
    const found = here.filter(({ impact }) => impact === 'major')
    expect(found.map(({ place, what }) => `${place}: ${what}`).toSorted()).toStrictEqual(breaks)
    expect(new Set(found.map(({ rule }) => rule))).toStrictEqual(new Set([id]))
  })

  it('lets be what breaks nobody', () => {
    const kept = here.filter(({ impact }) => impact === 'minor')
    expect(kept.map(({ place }) => place).toSorted()).toStrictEqual(keeps)
  })
})

const closed = (properties: JsonObject): JsonObject => ({
  openapi: '3.1.1',
  info: { title: 'Shed', version: '1.0.0' },
  paths: { '/tools': respond(json({ ...object(properties), additionalProperties: false })) },
})

describe('compareDocuments', () => {
  it('says nothing of a closed object that stays closed', () => {
    const found = compareDocuments(closed({ name: text }), closed({ name: { ...text, maxLength: 10 } }), {})
    expect(found.map(({ place, what }) => `${place}: ${what}`)).toStrictEqual([
      'GET /tools, response 200, name: `maxLength` is new: 10.',
    ])
  })
})
