import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../scripts/publish.ts'
import { compareContracts } from '../compare-contracts.ts'
import { tinyContract } from '../tiny-contract.fixture.ts'

/** An edit of the operations below a path that is named after the check, and everything breaking in it. */
interface Trial {
  readonly before: JsonObject
  readonly after: JsonObject
  /** Schemas of either side, for what is sent and got. */
  readonly schemas?: readonly [before: JsonObject, after: JsonObject]
  /** The breaking changes, all of them found by the check, each as `place: what`, in alphabetical order. */
  readonly breaks: readonly string[]
  /** The places of what changes as well and breaks nobody. */
  readonly keeps: readonly string[]
}

const answers = { 200: { description: 'A' } }
const get = (content: JsonObject = {}) => ({ get: { responses: answers, ...content } })
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
const answer = (content: JsonObject) => get({ responses: { 200: { description: 'A', ...content } } })
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

/** A schema that is sent, one that is got, and one that is both; `marks` tells what becomes of their fields. */
const directed = (marks: { readonly inward?: JsonObject; readonly outward?: JsonObject } = {}) => {
  const schema = (description: string) => ({
    description,
    ...object({ inward: { ...text, ...marks.inward }, outward: { ...text, ...marks.outward } }),
  })
  return { Request: schema('sent'), Answer: schema('got'), Both: schema('both') }
}
const directions = {
  post: { requestBody: json(to('Request')), responses: { 200: { description: 'A', ...json(to('Answer')) } } },
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
      received: answer(header({ schema: { default: 1 } })),
    },
    after: {
      changed: query({ schema: { default: 2 } }),
      gone: query({ schema: {} }),
      added: query({ schema: { default: 1 } }),
      received: answer(header({ schema: { default: 2 } })),
    },
    breaks: [
      'GET changed, a parameter: The default became 2; it was 1.',
      'GET gone, a parameter: The default 1 is gone.',
    ],
    keeps: ['GET added, a parameter', 'GET received, answer 200, header x-h'],
  },
  'discriminator-changed': {
    before: {
      field: answer(json(variants(byKind()))),
      gone: answer(json(variants(byKind()))),
      goneSent: get({ requestBody: json(variants(byKind())) }),
      added: answer(json(variants())),
      named: answer(json(object({ mapping: { type: 'array' } }))),
      got: answer(json(variants(byKind()))),
      gotLess: answer(json(variants(byKind()))),
      sent: get({ requestBody: json(variants(byKind())) }),
      sentMore: get({ requestBody: json(variants(byKind())) }),
    },
    after: {
      field: answer(json(variants({ ...byKind(), propertyName: 'type' }))),
      gone: answer(json(variants())),
      goneSent: get({ requestBody: json(variants()) }),
      added: answer(json(variants(byKind()))),
      named: answer(json(object({ mapping: { type: 'array', items: text } }))),
      got: answer(json(variants(byKind({ ...byKind().mapping, s: square })))),
      gotLess: answer(json(variants(byKind({})))),
      sent: get({ requestBody: json(variants(byKind({}))) }),
      sentMore: get({ requestBody: json(variants(byKind({ ...byKind().mapping, s: square }))) }),
    },
    schemas: [shapes, shapes],
    breaks: [
      'GET field, answer 200, discriminator: Variants are told apart by `type`; it was `kind`.',
      'GET gone, answer 200, discriminator: No field tells the variants apart any more.',
      'GET got, answer 200, discriminator mapping s: The value `s` names a variant.',
      'GET sent, request body, discriminator mapping c: The value `c` names no variant any more.',
    ],
    keeps: [
      'GET added, answer 200, discriminator',
      'GET goneSent, request body, discriminator',
      'GET gotLess, answer 200, discriminator mapping c',
      'GET named, answer 200, mapping[]',
      'GET sentMore, request body, discriminator mapping s',
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
      'GET gone: `x-idempotency` was `key` and is gone.',
      'GET less: `x-idempotency` was `always` and is `key`.',
    ],
    keeps: [],
  },
  'media-type-given': {
    before: {
      sent: query({ schema: choice }),
      got: answer(header({ schema: text })),
      body: answer({}),
    },
    after: {
      sent: query(json(choice)),
      got: answer(header(json(text))),
      body: answer(json(text)),
    },
    breaks: [
      'GET got, answer 200, header x-h, content: It is written in a media type now.',
      'GET sent, a parameter, content: It is written in a media type now.',
    ],
    keeps: ['GET body, answer 200, content', 'GET got, answer 200, header x-h', 'GET sent, a parameter'],
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
      'POST a, answer 200, outward (schema Answer): `outward` became write-only, so no answer has it any more.',
      'POST a, request body, inward (schema Request): `inward` became read-only, so it is not taken any more.',
      'PUT a, request body, inward (schema Both): `inward` became read-only, so it is not taken any more.',
      'PUT a, request body, outward (schema Both): `outward` became write-only, so no answer has it any more.',
    ],
    keeps: ['POST a, answer 200, inward (schema Answer)', 'POST a, request body, outward (schema Request)'],
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
      lost: answer(header({ required: true, schema: text })),
      won: answer(header({ schema: text })),
      kept: answer(header({ required: true, schema: text })),
    },
    after: {
      lost: answer(header({ required: false, schema: text })),
      won: answer(header({ required: true, schema: text })),
      kept: answer(header({ required: true, schema: text })),
    },
    breaks: ['GET lost, answer 200, header x-h: Header `x-h` is no longer in every answer.'],
    keeps: ['GET won, answer 200, header x-h'],
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
      'GET all, request body, properties: No field is read any more.',
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
    breaks: [
      'GET operation, servers: It has servers of its own now.',
      'path, servers: It has servers of its own now.',
    ],
    keeps: [],
  },
  'success-status-added': {
    before: { a: get() },
    after: {
      a: get({
        responses: {
          ...answers,
          202: { description: 'Later' },
          303: { description: 'There' },
          409: { description: 'No' },
        },
      }),
    },
    breaks: ['GET a, answer 202: It may be answered 202.', 'GET a, answer 303: It may be answered 303.'],
    keeps: ['GET a, answer 409'],
  },
}

/** All trials in one contract, so that all of them together cost one comparison. */
function contract(side: 'before' | 'after') {
  const paths = Object.entries(trials).flatMap(([id, trial]) =>
    Object.entries(trial[side]).map(([path, item]): [string, Json] => [`/${id}/${path}`, item]),
  )
  const schemas = Object.values(trials).map((trial) => trial.schemas?.[side === 'before' ? 0 : 1])
  return tinyContract(Object.fromEntries(paths), { schemas: Object.assign({}, ...schemas) })
}

const changes = compareContracts(contract('before'), contract('after'))

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
