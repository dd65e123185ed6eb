import { type Construct, type Data, type Draft, ofTopic, withProbe } from '../construct.ts'

/** A required parameter with its value, the target that sends it, and an invalid target. */
interface ParameterDraft extends Partial<Draft> {
  readonly name: string
  readonly parameter: Data
  readonly value: unknown
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly wrongTarget?: string
  readonly wrongHeaders?: Readonly<Record<string, string>>
  /** The parameter after a change of its contents. */
  readonly changed: Data
  readonly version?: string
}

const numbers = { type: 'array', items: { type: 'integer' }, minItems: 1 }
const words = { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 2 }
const point = {
  type: 'object',
  required: ['x', 'y'],
  additionalProperties: false,
  properties: { x: { type: 'integer' }, y: { type: 'integer' } },
}
const xy = { x: 1, y: 2 }

const toDraft = (draft: ParameterDraft): Draft => {
  const { name, parameter, value, target, headers, wrongTarget, wrongHeaders, changed, version, ...more } =
    draft
  const place = String(parameter['in'])
  const key = String(parameter['name'])
  const path = place === 'path' ? `/things/{${key}}` : '/things'
  const documentWith = (one: Data): Data =>
    withProbe(
      'get',
      { parameters: [{ required: true, ...one }] },
      version === undefined ? {} : { openapi: version },
      path,
    )
  const example = 'content' in parameter ? {} : { example: value }
  return {
    name,
    document: documentWith({ ...parameter, ...example }),
    values: { [place]: { [key]: value } },
    wire: { target, ...(headers && { headers }) },
    ...((wrongTarget ?? wrongHeaders) !== undefined && {
      wrong: {
        target: wrongTarget ?? target,
        ...((wrongHeaders ?? headers) && { headers: wrongHeaders ?? headers! }),
      },
    }),
    revised: documentWith({ ...parameter, ...example, ...changed }),
    shows: [key],
    ...more,
  }
}

const query = (parts: Data): Data => ({ name: 'q', in: 'query', ...parts })
const inPath = (parts: Data): Data => ({ name: 'p', in: 'path', ...parts })
const header = (parts: Data): Data => ({ name: 'X-Point', in: 'header', ...parts })
const cookie = (parts: Data): Data => ({ name: 'c', in: 'cookie', ...parts })
const toText = { schema: { type: 'boolean' }, example: true }

const drafts: readonly ParameterDraft[] = [
  {
    name: 'path, simple',
    parameter: inPath({ schema: { type: 'integer' } }),
    value: 5,
    target: '/things/5',
    wrongTarget: '/things/five',
    changed: toText,
  },
  {
    name: 'path, simple, list',
    parameter: inPath({ schema: numbers }),
    value: [1, 2],
    target: '/things/1,2',
    wrongTarget: '/things/1,b',
    changed: { style: 'label' },
  },
  {
    name: 'path, simple, object',
    parameter: inPath({ schema: point }),
    value: xy,
    target: '/things/x,1,y,2',
    wrongTarget: '/things/x,1,y,b',
    changed: { explode: true },
  },
  {
    name: 'path, simple, object, explode',
    parameter: inPath({ schema: point, explode: true }),
    value: xy,
    target: '/things/x=1,y=2',
    wrongTarget: '/things/x=1,y=b',
    changed: { explode: false },
  },
  {
    name: 'path, label, list',
    parameter: inPath({ schema: numbers, style: 'label' }),
    value: [1, 2],
    target: '/things/.1,2',
    wrongTarget: '/things/.1,b',
    changed: { style: 'simple' },
  },
  {
    name: 'path, label, list, explode',
    parameter: inPath({ schema: numbers, style: 'label', explode: true }),
    value: [1, 2],
    target: '/things/.1.2',
    wrongTarget: '/things/.1.b',
    changed: { style: 'simple' },
  },
  {
    name: 'path, label, object, explode',
    parameter: inPath({ schema: point, style: 'label', explode: true }),
    value: xy,
    target: '/things/.x=1.y=2',
    wrongTarget: '/things/.x=1.y=b',
    changed: { explode: false },
  },
  {
    name: 'path, matrix, list',
    parameter: inPath({ schema: numbers, style: 'matrix' }),
    value: [1, 2],
    target: '/things/;p=1,2',
    wrongTarget: '/things/;p=1,b',
    changed: { style: 'simple' },
  },
  {
    name: 'path, matrix, list, explode',
    parameter: inPath({ schema: numbers, style: 'matrix', explode: true }),
    value: [1, 2],
    target: '/things/;p=1;p=2',
    wrongTarget: '/things/;p=1;p=b',
    changed: { explode: false },
  },
  {
    name: 'path, matrix, object, explode',
    parameter: inPath({ schema: point, style: 'matrix', explode: true }),
    value: xy,
    target: '/things/;x=1;y=2',
    wrongTarget: '/things/;x=1;y=b',
    changed: { explode: false },
  },
  {
    name: 'query, form, list',
    parameter: query({ schema: numbers, explode: false }),
    value: [1, 2],
    target: '/things?q=1,2',
    wrongTarget: '/things?q=1,b',
    changed: { explode: true },
  },
  {
    name: 'query, form, list, explode',
    parameter: query({ schema: numbers }),
    value: [1, 2],
    target: '/things?q=1&q=2',
    wrongTarget: '/things?q=1&q=b',
    changed: { explode: false },
  },
  {
    name: 'query, form, object',
    parameter: query({ schema: point, explode: false }),
    value: xy,
    target: '/things?q=x,1,y,2',
    wrongTarget: '/things?q=x,1,y,b',
    changed: { explode: true },
  },
  {
    name: 'query, form, object, explode',
    parameter: query({ schema: point }),
    value: xy,
    target: '/things?x=1&y=2',
    wrongTarget: '/things?x=1&y=b',
    changed: { explode: false },
  },
  {
    name: 'query, spaceDelimited',
    parameter: query({ schema: words, style: 'spaceDelimited', explode: false }),
    value: ['a', 'b'],
    target: '/things?q=a%20b',
    wrongTarget: '/things?q=a',
    changed: { style: 'form' },
  },
  {
    name: 'query, pipeDelimited',
    parameter: query({ schema: words, style: 'pipeDelimited', explode: false }),
    value: ['a', 'b'],
    target: '/things?q=a%7Cb',
    wrongTarget: '/things?q=a',
    changed: { style: 'form' },
  },
  {
    name: 'query, deepObject',
    parameter: query({ schema: point, style: 'deepObject', explode: true }),
    value: xy,
    target: '/things?q%5Bx%5D=1&q%5By%5D=2',
    wrongTarget: '/things?q%5Bx%5D=1&q%5By%5D=b',
    changed: { style: 'form' },
  },
  {
    name: 'query, a delimiter inside of an item',
    parameter: query({ schema: words, explode: false }),
    value: ['a,b', 'c'],
    target: '/things?q=a%2Cb,c',
    wrongTarget: '/things?q=c',
    changed: { explode: true },
  },
  {
    name: 'query, allowReserved',
    parameter: query({ schema: { type: 'string', pattern: '^[a-z]+/[a-z]+$' }, allowReserved: true }),
    value: 'a/b',
    target: '/things?q=a/b',
    wrongTarget: '/things?q=ab',
    changed: { allowReserved: false },
  },
  {
    name: 'query, allowEmptyValue',
    parameter: query({ schema: { type: 'string', maxLength: 3 }, allowEmptyValue: true }),
    value: '',
    target: '/things?q=',
    wrongTarget: '/things?q=abcd',
    changed: { allowEmptyValue: false },
  },
  {
    name: 'query, a name with brackets',
    parameter: query({ name: 'filter[name]', schema: { type: 'integer' } }),
    value: 5,
    target: '/things?filter%5Bname%5D=5',
    wrongTarget: '/things?filter%5Bname%5D=b',
    changed: { name: 'filter' },
  },
  {
    name: 'query, content',
    parameter: query({ content: { 'application/json': { schema: point, example: xy } } }),
    value: xy,
    target: '/things?q=%7B%22x%22%3A1%2C%22y%22%3A2%7D',
    wrongTarget: '/things?q=%7B%22x%22%3A1%2C%22y%22%3A%22b%22%7D',
    changed: { content: { 'application/json': { schema: { type: 'boolean' } } } },
  },
  {
    name: 'header, simple',
    parameter: header({ schema: { type: 'integer' } }),
    value: 5,
    target: '/things',
    headers: { 'x-point': '5' },
    wrongHeaders: { 'x-point': 'five' },
    changed: toText,
  },
  {
    name: 'header, simple, list',
    parameter: header({ schema: numbers }),
    value: [1, 2],
    target: '/things',
    headers: { 'x-point': '1,2' },
    wrongHeaders: { 'x-point': '1,b' },
    changed: toText,
  },
  {
    name: 'header, simple, object',
    parameter: header({ schema: point }),
    value: xy,
    target: '/things',
    headers: { 'x-point': 'x,1,y,2' },
    wrongHeaders: { 'x-point': 'x,1,y,b' },
    changed: { explode: true },
  },
  {
    name: 'header, simple, object, explode',
    parameter: header({ schema: point, explode: true }),
    value: xy,
    target: '/things',
    headers: { 'x-point': 'x=1,y=2' },
    wrongHeaders: { 'x-point': 'x=1,y=b' },
    changed: { explode: false },
  },
  {
    name: 'header, content',
    parameter: header({ content: { 'application/json': { schema: point, example: xy } } }),
    value: xy,
    target: '/things',
    headers: { 'x-point': '{"x":1,"y":2}' },
    wrongHeaders: { 'x-point': '{"x":1,"y":"b"}' },
    changed: { content: { 'application/json': { schema: { type: 'boolean' } } } },
  },
  {
    name: 'cookie, form',
    parameter: cookie({ schema: { type: 'integer' } }),
    value: 5,
    target: '/things',
    headers: { cookie: 'c=5' },
    wrongHeaders: { cookie: 'c=five' },
    changed: toText,
  },
  {
    name: 'cookie, form, list',
    parameter: cookie({ schema: numbers, explode: false }),
    value: [1, 2],
    target: '/things',
    headers: { cookie: 'c=1,2' },
    wrongHeaders: { cookie: 'c=1,b' },
    changed: toText,
  },
  {
    name: 'cookie, style cookie (3.2)',
    version: '3.2.0',
    parameter: cookie({ schema: { type: 'integer' }, style: 'cookie' }),
    value: 5,
    target: '/things',
    headers: { cookie: 'c=5' },
    wrongHeaders: { cookie: 'c=five' },
    changed: toText,
  },
]

const whole = (schema: Data): Data =>
  withProbe(
    'get',
    {
      parameters: [
        {
          name: 'all',
          in: 'querystring',
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema, example: xy } },
        },
      ],
    },
    { openapi: '3.2.0' },
  )

/** The constructs of parameters: their locations and styles. */
export const parameters: readonly Construct[] = ofTopic('Parameters', [
  ...drafts.map(toDraft),
  {
    name: '`in: querystring` (3.2)',
    document: whole(point),
    wire: { target: '/things?x=1&y=2' },
    wrong: { target: '/things?x=1&y=b' },
    revised: whole({ type: 'object', required: ['z'] }),
    shows: ['application/x-www-form-urlencoded'],
  },
])
