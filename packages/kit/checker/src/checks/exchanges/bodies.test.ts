import { expect, it } from 'vitest'
import { actRig, describeCheck, type Rig, rigOf, type Row } from '../../../test/describe-check.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { errorBodyConformance, responseSchemaConformance, undocumentedProperties } from './bodies.ts'
import { leakedInternals } from './leaked-internals.ts'

const body = jsonResponse({
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    tags: { type: 'array', items: { type: 'string' } },
  },
})
const text = { description: 'text', content: { 'text/plain': {} } }
const at = '/paths/~1things/get/responses/200/content/application~1json'
const mismatch = 'The 200 response of act does not match its schema:'

describeCheck(
  responseSchemaConformance,
  await actRig({ responses: { 200: body, 204: body, 206: text, 400: body } }),
  [
    ['takes a body as documented', { json: { id: 1, name: 'a' } }, 0],
    [
      'names the broken statement',
      { json: { id: 'x', name: 'a' } },
      [{ pointer: `${at}/schema/properties/id/type`, message: `${mismatch} /id is not of type integer.` }],
    ],
    ['tells all that one object lacks once', { json: {} }, [{ pointer: `${at}/schema/required` }]],
    [
      'tells one statement broken twice once',
      { json: { id: 1, name: 'a', tags: [1, 2] } },
      `${mismatch} /tags is not of type string.`,
    ],
    [
      'reports a leaked secret',
      { json: { id: 1, name: 'a', secret: 's' } },
      [{ pointer: `${at}/schema/properties/secret/writeOnly` }],
    ],
    [
      'reports what is no JSON',
      { text: '{"id":1,}', headers: { 'content-type': 'application/json' } },
      [{ pointer: at, message: 'The 200 response of act is not well-formed JSON.' }],
    ],
    ['reports a missing body', {}, 'The 200 response of act has no body, but the document declares one.'],
    ['wants no body of 204', { status: 204 }, 0],
    ['wants no body of HEAD', { request: { method: 'HEAD' } }, 0],
    ['wants no text', { status: 206 }, 0],
    ['leaves errors to another check', { status: 400, json: {} }, 0],
    [
      'leaves undocumented media types to another check',
      { text: '<a/>', headers: { 'content-type': 'application/xml' } },
      0,
    ],
  ],
)

const error = jsonResponse({
  type: 'object',
  required: ['title', 'status'],
  properties: { title: { type: 'string' }, status: { type: 'integer' } },
})
const policies = new Map([['act', [{ statuses: [503], reason: 'it sleeps', checks: [] }]]])
const toDelete = { request: { method: 'DELETE', target: '/things' }, status: 405 } as const
const with405 = await rigOf(oneOperation({ responses: { 200: body, 405: body } }))

describeCheck(errorBodyConformance, await actRig({ responses: { 200: error, default: error } }), [
  ['takes the documented shape', { status: 404, json: { title: 'No', status: 404 } }, 0],
  [
    'tells another shape once',
    { status: 404, json: { title: 1, status: '404' } },
    [{ operationId: 'act', pointer: `${at.replace('200', 'default')}/schema/properties/title/type` }],
  ],
  ['reports an empty error', { status: 404 }, 1],
  ['takes a refusal of the HTTP library', { status: 431, headers: { connection: 'close' } }, 0],
  ['leaves a server error to another check', { status: 503, json: {} }, 0],
  ['reports a server error that a policy allows', { status: 503, json: {}, settings: { policies } }, 1],
  ['leaves successes to another check', { json: {} }, 0],
  [
    'takes the documented 405 of an undeclared method',
    { ...toDelete, json: { id: 1, name: 'a' } },
    0,
    with405,
  ],
  [
    'reports another 405 of an undeclared method',
    { ...toDelete, json: {} },
    [{ operationId: null }],
    with405,
  ],
  [
    'takes any 405 where none is documented',
    { ...toDelete, json: {} },
    0,
    await rigOf(oneOperation({ responses: { 200: body } })),
  ],
])

const rigWith = async (schema: object): Promise<Rig> => {
  const content = { 'application/json': { schema } }
  const kids = { type: 'array', items: { $ref: '#/components/schemas/Pet' } }
  const Pet = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, kids } }
  const get = { operationId: 'act', responses: { 200: { description: 'ok', content } } }
  const rig = await rigOf({ paths: { '/pets': { get } }, components: { schemas: { Pet } } })
  return (draft) => rig({ operation: 'act', ...draft })
}
const petRef = { $ref: '#/components/schemas/Pet' }
const pet = await rigWith(petRef)
const pets = await rigWith({ type: 'array', items: petRef })
const merged = await rigWith({
  allOf: [petRef, { properties: { age: {} } }],
  properties: { id: {} },
  if: { required: ['age'] },
  else: { properties: { unit: {} } },
})
const cat = { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } }
const dog = { type: 'object', required: ['barks'], properties: { barks: { type: 'boolean' } } }
const either = await rigWith({ oneOf: [cat, dog] })
const a = { type: 'object', properties: { a: {} } }

/** A schema that allows additional properties: nothing is reported. */
const open = async (by: string, schema: object): Promise<Row> => [
  `takes any name where there is ${by}`,
  { json: { a: 1, b: 2 } },
  0,
  await rigWith(schema),
]

describeCheck(undocumentedProperties, pet, [
  [
    'names a property that no schema names',
    { json: { name: 'Rex', debug: 1 } },
    [
      {
        pointer: '/components/schemas/Pet/properties',
        message: 'The 200 response of act has properties that the document does not declare: debug.',
      },
    ],
  ],
  [
    'looks into arrays and references',
    { json: [{ name: 'a', kids: [{ name: 'b', kids: [{ name: 'c', x: 3 }] }] }] },
    1,
    pets,
  ],
  [
    'tells one schema once',
    {
      json: [
        { name: 'a', x: 1 },
        { name: 'b', y: 1 },
      ],
    },
    1,
    pets,
  ],
  ['takes the names of combined schemas', { json: { name: 'a', age: 1, id: 2, unit: 'y' } }, 0, merged],
  ['reports what no combined schema names', { json: { name: 'a', age: 1, id: 2, weight: 'y' } }, 1, merged],
  ['takes the names of the alternative that holds', { json: { lives: 9 } }, 0, either],
  ['reports what the alternative does not name', { json: { lives: 9, name: 'x' } }, 1, either],
  ['takes the names of the second alternative', { json: { barks: true } }, 0, either],
  ['reports what the second one does not name', { json: { barks: true, name: 'x' } }, 1, either],
  [
    'takes the names of several alternatives',
    { json: { lives: 9, barks: true } },
    0,
    await rigWith({ anyOf: [cat, dog] }),
  ],
  await open('additionalProperties', { ...a, additionalProperties: true }),
  await open('a schema for the rest', { ...a, additionalProperties: { type: 'integer' } }),
  await open('unevaluatedProperties', { ...a, unevaluatedProperties: {} }),
  await open('a pattern', { ...a, patternProperties: { '^b': {} } }),
  await open('nothing said of an object', { type: 'object' }),
  await open('nothing said at all', {}),
  await open('an alternative for any object', { anyOf: [{ ...a, required: ['a'] }, { type: 'object' }] }),
  await open('the name in required', { ...a, required: ['b'] }),
  await open('a discriminator of the name', { ...a, discriminator: { propertyName: 'b' } }),
  [
    'judges the values below an open name',
    { json: { x: { name: 'a', y: 1 } } },
    1,
    await rigWith({ type: 'object', additionalProperties: petRef }),
  ],
  [
    'leaves closed objects to their schema',
    { json: { a: 1, b: 2 } },
    0,
    await rigWith({ ...a, additionalProperties: false }),
  ],
  ['leaves a misnamed required property to its schema', { json: { title: 'Rex' } }, 0],
  ['reports toString like any other name', { json: { name: 'Rex', toString: 1 } }, 1],
  [
    'is turned off by the settings',
    { json: { name: 'Rex', debug: 1 }, settings: { strictResponses: false } },
    0,
  ],
])

it('leaves a body with internals to leaked-internals, whichever check looks first', () => {
  const exchange = pet({ json: { name: 'Rex', debug: 'TypeError: pets.find is not a function' } })
  expect(leakedInternals.verify(exchange)).toHaveLength(1)
  expect(undocumentedProperties.verify(exchange)).toEqual([])
})
