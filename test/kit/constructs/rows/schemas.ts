import { parseJson } from '@contract-kit/json-schema/json'
import {
  type Construct,
  type Data,
  type Draft,
  jsonResponse,
  ofTopic,
  responses,
  withProbe,
} from '../construct.ts'

/** A schema of the member `value` of a body that is sent and returned. */
interface SchemaDraft extends Partial<Draft> {
  readonly name: string
  readonly schema: Data
  /** JSON texts, in which numbers keep their written form. */
  readonly valid: string
  readonly invalid: string
  /** The schema after a change of the construct that excludes values. */
  readonly changed: Data
  readonly version?: string
  readonly components?: Data
  readonly changedComponents?: Data
}

const bodyOf = (value: string): string => `{"value":${value}}`
const request = (value: string) => ({
  target: '/things',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: bodyOf(value),
})

const holding = (schema: Data): Data => ({
  type: 'object',
  required: ['value'],
  properties: { value: schema },
})

const toDraft = (draft: SchemaDraft): Draft => {
  const { name, schema, valid, invalid, changed, version, components, changedComponents, ...more } = draft
  const documentWith = (one: Data, parts: Data | undefined): Data => {
    const body = holding(one)
    return withProbe(
      'post',
      {
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: responses(jsonResponse(body)),
      },
      {
        ...(version !== undefined && { openapi: version }),
        ...(parts && { components: { schemas: parts } }),
      },
    )
  }
  return {
    name,
    document: documentWith(schema, components),
    values: { body: { value: parseJson(valid) }, mediaType: 'application/json' },
    wire: request(valid),
    wrong: request(invalid),
    reply: { status: 200, body: bodyOf(valid), mediaType: 'application/json' },
    wrongReply: { status: 200, body: bodyOf(invalid), mediaType: 'application/json' },
    revised: documentWith(changed, changedComponents ?? components),
    isInvented: true,
    ...more,
  }
}

const ref = (name: string): Data => ({ $ref: `#/components/schemas/${name}` })
const integer = { type: 'integer' }
const text = { type: 'string' }
const cat = {
  type: 'object',
  required: ['kind', 'lives'],
  properties: { kind: { enum: ['cat'] }, lives: { type: 'integer', maximum: 9 } },
}
const dog = {
  type: 'object',
  required: ['kind', 'tricks'],
  properties: { kind: { enum: ['dog'] }, tricks: { type: 'array', items: text } },
}
const byKind = {
  propertyName: 'kind',
  mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
}
const tree = (name: Data): Data => ({
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name, children: { type: 'array', items: ref('Tree') } },
})

const drafts: readonly SchemaDraft[] = [
  {
    name: '`$ref`',
    schema: ref('Size'),
    components: { Size: { type: 'integer', maximum: 9 } },
    valid: '5',
    invalid: '10',
    changed: ref('Size'),
    changedComponents: { Size: { type: 'integer', maximum: 8 } },
    shows: ['Size'],
  },
  {
    name: '`$ref`, percent-encoded',
    schema: ref('Size%20of%20it'),
    components: { 'Size of it': { type: 'integer', maximum: 9 } },
    valid: '5',
    invalid: '10',
    changed: ref('Size%20of%20it'),
    changedComponents: { 'Size of it': { type: 'integer', maximum: 8 } },
  },
  {
    name: '`$ref` into another operation',
    schema: { $ref: '#/paths/~1things/post/responses/default/content/application~1problem+json/schema' },
    valid: '{"title":"a"}',
    invalid: '5',
    changed: integer,
  },
  {
    name: '`$anchor`',
    schema: { $ref: '#size' },
    components: { Size: { $anchor: 'size', type: 'integer', maximum: 9 } },
    valid: '5',
    invalid: '10',
    changed: { $ref: '#size' },
    changedComponents: { Size: { $anchor: 'size', type: 'integer', maximum: 8 } },
  },
  {
    name: '`$id`',
    schema: { $ref: 'https://schemas.test/size' },
    components: { Size: { $id: 'https://schemas.test/size', type: 'integer', maximum: 9 } },
    valid: '5',
    invalid: '10',
    changed: { $ref: 'https://schemas.test/size' },
    changedComponents: { Size: { $id: 'https://schemas.test/size', type: 'integer', maximum: 8 } },
  },
  {
    name: '`$dynamicRef`',
    schema: ref('Numbers'),
    components: {
      Numbers: {
        $id: 'https://schemas.test/numbers',
        $ref: 'list',
        $defs: { item: { $dynamicAnchor: 'entry', type: 'integer' } },
      },
      List: {
        $id: 'https://schemas.test/list',
        type: 'array',
        items: { $dynamicRef: '#entry' },
        $defs: { any: { $dynamicAnchor: 'entry' } },
      },
    },
    valid: '[5]',
    invalid: '["b"]',
    changed: { ...ref('Numbers'), maxItems: 0 },
  },
  {
    name: 'siblings of `$ref` (3.1)',
    schema: { ...ref('Size'), maximum: 9 },
    components: { Size: integer },
    valid: '5',
    invalid: '10',
    changed: { ...ref('Size'), maximum: 8 },
  },
  {
    name: 'siblings of `$ref` are ignored (3.0)',
    version: '3.0.3',
    schema: { ...ref('Size'), maximum: 3 },
    components: { Size: { type: 'integer', maximum: 9 } },
    valid: '5',
    invalid: '10',
    changed: ref('Size'),
    changedComponents: { Size: { type: 'integer', maximum: 8 } },
  },
  {
    name: 'recursion',
    schema: ref('Tree'),
    components: { Tree: tree(text) },
    valid: '{"name":"a","children":[{"name":"b"}]}',
    invalid: '{"name":"a","children":[{"name":5}]}',
    changed: ref('Tree'),
    changedComponents: { Tree: tree({ type: 'string', maxLength: 1 }) },
    shows: ['Tree'],
  },
  {
    name: '`nullable` (3.0)',
    version: '3.0.3',
    schema: { type: 'integer', nullable: true },
    valid: 'null',
    invalid: '"b"',
    changed: integer,
  },
  {
    name: '`exclusiveMinimum: true` (3.0)',
    version: '3.0.3',
    schema: { type: 'integer', minimum: 4, exclusiveMinimum: true },
    valid: '5',
    invalid: '4',
    changed: { type: 'integer', minimum: 5, exclusiveMinimum: true },
  },
  {
    name: '`exclusiveMinimum` as a number',
    schema: { type: 'integer', exclusiveMinimum: 4 },
    valid: '5',
    invalid: '4',
    changed: { type: 'integer', exclusiveMinimum: 5 },
  },
  {
    name: 'a list of types',
    schema: { type: ['integer', 'null'] },
    valid: 'null',
    invalid: '"b"',
    changed: integer,
  },
  {
    name: '`prefixItems`',
    schema: { type: 'array', prefixItems: [integer, text], items: false, minItems: 2 },
    valid: '[5,"a"]',
    invalid: '["a",5]',
    changed: {
      type: 'array',
      prefixItems: [integer, { type: 'string', maxLength: 0 }],
      items: false,
      minItems: 2,
    },
  },
  {
    name: 'a pattern that is none with the flag `u`',
    schema: { type: 'string', pattern: String.raw`^[\w-.]+\-$` },
    valid: '"a.b-"',
    invalid: '"a b"',
    changed: { type: 'string', pattern: String.raw`^[\w-.]\-$` },
  },
  {
    name: '`multipleOf` of a fraction',
    schema: { type: 'number', multipleOf: 0.01 },
    valid: '19.99',
    invalid: '19.999',
    changed: { type: 'number', multipleOf: 0.1 },
  },
  {
    name: 'integers beyond 2^53',
    schema: { type: 'integer', format: 'int64' },
    valid: '9007199254740993',
    invalid: '"b"',
    reply: { status: 200, body: bodyOf('5'), mediaType: 'application/json' },
    changed: { type: 'integer', format: 'int32' },
  },
  {
    name: '`discriminator` with `oneOf`',
    schema: { oneOf: [ref('Cat'), ref('Dog')], discriminator: byKind },
    components: { Cat: cat, Dog: dog },
    valid: '{"kind":"cat","lives":9}',
    invalid: '{"kind":"dog","lives":9}',
    changed: {
      oneOf: [ref('Dog')],
      discriminator: { propertyName: 'kind', mapping: { dog: byKind.mapping.dog } },
    },
    shows: ['Cat', 'Dog'],
  },
  {
    name: '`discriminator` with `allOf`',
    schema: ref('Pet'),
    components: {
      Pet: { type: 'object', required: ['kind'], properties: { kind: text }, discriminator: byKind },
      Cat: { allOf: [ref('Pet'), cat] },
      Dog: { allOf: [ref('Pet'), dog] },
    },
    valid: '{"kind":"cat","lives":9}',
    invalid: '{"kind":"cat","lives":10}',
    changed: ref('Pet'),
    changedComponents: {
      Pet: {
        type: 'object',
        required: ['kind', 'name'],
        properties: { kind: text, name: text },
        discriminator: byKind,
      },
      Cat: { allOf: [ref('Pet'), cat] },
      Dog: { allOf: [ref('Pet'), dog] },
    },
  },
  {
    name: '`readOnly`',
    schema: {
      type: 'object',
      required: ['id', 'name'],
      additionalProperties: false,
      properties: { id: { ...integer, readOnly: true }, name: text },
    },
    valid: '{"name":"a"}',
    invalid: '{"id":5}',
    changed: {
      type: 'object',
      required: ['id', 'name'],
      additionalProperties: false,
      properties: { id: integer, name: text },
    },
    reply: { status: 200, body: bodyOf('{"id":5,"name":"a"}'), mediaType: 'application/json' },
    wrongReply: { status: 200, body: bodyOf('{"name":"a"}'), mediaType: 'application/json' },
  },
  {
    name: '`writeOnly`',
    schema: {
      type: 'object',
      required: ['name', 'secret'],
      additionalProperties: false,
      properties: { name: text, secret: { ...text, writeOnly: true } },
    },
    valid: '{"name":"a","secret":"b"}',
    invalid: '{"name":"a"}',
    changed: {
      type: 'object',
      required: ['name', 'secret'],
      additionalProperties: false,
      properties: { name: text, secret: { ...integer, writeOnly: true } },
    },
    reply: { status: 200, body: bodyOf('{"name":"a"}'), mediaType: 'application/json' },
    wrongReply: { status: 200, body: bodyOf('{"name":"a","secret":"b"}'), mediaType: 'application/json' },
  },
  {
    name: '`default`',
    schema: { type: 'object', properties: { size: { ...integer, default: 3 } } },
    valid: '{}',
    invalid: '{"size":"b"}',
    received: { value: { size: 3 } },
    changed: { type: 'object', properties: { size: { ...integer, default: 4 } } },
  },
  { name: '`const`', schema: { const: 5 }, valid: '5', invalid: '6', changed: { const: 6 } },
  { name: '`enum`', schema: { enum: ['a', 5, null] }, valid: 'null', invalid: '6', changed: { enum: ['a'] } },
  {
    name: '`if`, `then`, `else`',
    schema: { type: 'integer', if: { maximum: 9 }, then: { minimum: 5 }, else: { maximum: 20 } },
    valid: '5',
    invalid: '4',
    changed: { type: 'integer', if: { maximum: 9 }, then: { minimum: 6 }, else: { maximum: 20 } },
  },
  {
    name: '`dependentRequired`',
    schema: { type: 'object', properties: { a: integer, b: integer }, dependentRequired: { a: ['b'] } },
    valid: '{"a":1,"b":2}',
    invalid: '{"a":1}',
    changed: { type: 'object', properties: { a: integer, b: integer }, required: ['b'] },
  },
  {
    name: '`dependentSchemas`',
    schema: {
      type: 'object',
      properties: { a: integer, b: integer },
      dependentSchemas: { a: { required: ['b'] } },
    },
    valid: '{"a":1,"b":2}',
    invalid: '{"a":1}',
    changed: { type: 'object', properties: { a: integer, b: integer }, dependentSchemas: { a: false } },
  },
  {
    name: '`unevaluatedProperties`',
    schema: { allOf: [ref('Named')], properties: { size: integer }, unevaluatedProperties: false },
    components: { Named: { type: 'object', required: ['name'], properties: { name: text } } },
    valid: '{"name":"a","size":5}',
    invalid: '{"name":"a","sise":5}',
    changed: { allOf: [ref('Named')], unevaluatedProperties: false },
  },
  {
    name: '`patternProperties`, `propertyNames`',
    schema: { type: 'object', patternProperties: { '^n': integer }, propertyNames: { maxLength: 2 } },
    valid: '{"n":5}',
    invalid: '{"n":"b"}',
    changed: { type: 'object', patternProperties: { '^n': text }, propertyNames: { maxLength: 2 } },
  },
  {
    name: '`contains`',
    schema: { type: 'array', contains: { const: 5 }, minContains: 2 },
    valid: '[5,5]',
    invalid: '[5]',
    changed: { type: 'array', contains: { const: 5 }, minContains: 3 },
  },
  {
    name: '`not`',
    schema: { type: 'integer', not: { const: 4 } },
    valid: '5',
    invalid: '4',
    changed: { type: 'integer', not: { const: 5 } },
  },
  {
    name: '`contentMediaType`, `contentEncoding`',
    schema: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png', maxLength: 8 },
    valid: '"aGVsbG8="',
    invalid: '5',
    changed: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png', maxLength: 4 },
  },
  {
    name: '`format`',
    schema: { type: 'string', format: 'date' },
    valid: '"2030-01-31"',
    invalid: '"2030-02-31"',
    changed: { type: 'string', format: 'date-time' },
  },
  {
    name: 'boolean schemas',
    schema: { type: 'object', required: ['a'], properties: { a: true, b: false } },
    valid: '{"a":5}',
    invalid: '{"a":5,"b":5}',
    changed: { type: 'object', properties: { a: false, b: false } },
  },
]

const examples = (media: Data): Data =>
  withProbe('post', {
    requestBody: { required: true, content: { 'application/json': { schema: holding(text), ...media } } },
    responses: responses(jsonResponse(holding(text))),
  })

const exampleRow = (name: string, media: Data, shows: readonly string[] = ['told']): Draft => ({
  name,
  document: examples(media),
  values: { body: { value: 'told' }, mediaType: 'application/json' },
  wire: request('"told"'),
  wrong: request('5'),
  reply: { status: 200, body: bodyOf('"a"'), mediaType: 'application/json' },
  wrongReply: { status: 200, body: bodyOf('5'), mediaType: 'application/json' },
  revised: examples({}),
  impact: 'patch',
  shows,
})

/** The constructs of schemas and examples. */
export const schemas: readonly Construct[] = ofTopic('Schemas and examples', [
  ...drafts.map(toDraft),
  exampleRow('`example` of a media type', { example: { value: 'told' } }),
  exampleRow('`examples` of a media type', { examples: { one: { value: { value: 'told' } } } }),
  exampleRow('`examples` of a schema', { schema: { ...holding(text), examples: [{ value: 'told' }] } }),
  exampleRow('`example` of a property', { schema: holding({ ...text, example: 'told' }) }, []),
])
