const WORDS = [
  'amber', 'birch', 'cedar', 'delta', 'ember', 'fable', 'grove', 'haven', 'iris', 'jade',
  'knoll', 'lunar', 'maple', 'north', 'ocean', 'pearl', 'quill', 'river', 'stone', 'tulip',
] // prettier-ignore

/** Operations of one resource: list, create, read, replace, delete. */
export const OPERATIONS_PER_RESOURCE = 5

/** The word that names the nth set of resources, each another one. */
export const wordOf = (index: number): string => {
  const round = Math.floor(index / WORDS.length)
  return `${round === 0 ? '' : wordOf(round - 1)}${WORDS[index % WORDS.length] ?? ''}`
}

/**
 * Makes a document with the given number of operations, which must be a multiple of five. Every three resources are a set with schemas of
 * its own: boxes, notes below a box, and labels that refer to a box. All sets thus cause the same work.
 */
export const largeDocument = (operations: number): object => {
  const resources = Array.from({ length: operations / OPERATIONS_PER_RESOURCE }, (_entry, index) =>
    resourceOf(index),
  )
  return {
    openapi: '3.1.0',
    info: { title: `${operations} operations`, version: '1.0.0' },
    paths: Object.assign({}, ...resources.map(pathsOf)) as object,
    components: {
      schemas: { Problem: problem, ...(Object.assign({}, ...resources.map(schemasOf)) as object) },
    },
  }
}

/** One collection: its path, the name of its schemas, and the properties its items are written with. */
interface Resource {
  readonly path: string
  readonly name: string
  readonly input: { readonly [property: string]: object }
  readonly required: readonly string[]
}

const resourceOf = (index: number): Resource => {
  const word = wordOf(Math.floor(index / 3))
  const name = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
  const box = { path: `/${word}-boxes`, name: `${name}Box` }
  if (index % 3 === 0) return { ...box, input: boxInput, required: ['title', 'size'] }
  if (index % 3 === 1)
    return { path: `${box.path}/{boxId}/notes`, name: `${name}Note`, input: noteInput, required: ['text'] }
  return {
    path: `/${word}-labels`,
    name: `${name}Label`,
    input: labelInput(word),
    required: [`${word}BoxId`, 'caption'],
  }
}

const boxInput = {
  title: { type: 'string', minLength: 1, maxLength: 40 },
  size: { type: 'integer', minimum: 1, maximum: 100 },
  color: { type: 'string', enum: ['red', 'green', 'blue'] },
  tags: {
    type: 'array',
    maxItems: 5,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: 10 },
  },
}

const noteInput = {
  text: { type: 'string', pattern: '^[a-z ]{3,60}$' },
  weight: { type: 'number', minimum: 0, maximum: 1000 },
  isPinned: { type: 'boolean' },
}

const labelInput = (word: string) => ({
  [`${word}BoxId`]: { type: 'string', maxLength: 20 },
  caption: { type: 'string', minLength: 1, maxLength: 60 },
  printedOn: { type: 'string', format: 'date' },
})

const problem = {
  type: 'object',
  required: ['title', 'status'],
  properties: { title: { type: 'string' }, status: { type: 'integer' } },
  additionalProperties: false,
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

const schemasOf = ({ name, input, required }: Resource): object => ({
  [`${name}Input`]: { type: 'object', required, properties: input, additionalProperties: false },
  [name]: {
    type: 'object',
    required: ['id', ...required],
    properties: { id: { type: 'string', maxLength: 20 }, ...input },
    additionalProperties: false,
  },
  [`${name}List`]: {
    type: 'object',
    required: ['items', 'total'],
    properties: { items: { type: 'array', items: ref(name) }, total: { type: 'integer', minimum: 0 } },
    additionalProperties: false,
  },
})

const answer = (description: string, schema: object): object => ({
  description,
  content: { 'application/json': { schema } },
})

const refusal = (description: string): object => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
})

const faulty = { 400: refusal('The request breaks this document.') }
const missing = { 404: refusal('There is no such thing.') }
const unread = { 415: refusal('The body is no JSON.') }

const pathParameter = (name: string): object => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 20 },
})

const pageParameters = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 } },
  { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 10_000, default: 0 } },
]

const pathsOf = ({ path, name }: Resource): object => {
  const above = path.includes('{boxId}') ? [pathParameter('boxId')] : []
  const mayMiss = above.length > 0 || name.endsWith('Label') ? missing : {}
  const id = path.endsWith('-boxes')
    ? 'boxId'
    : `${path.slice(path.lastIndexOf('/') + 1, -1).replace(/^.*-/, '')}Id`
  const requestBody = { required: true, content: { 'application/json': { schema: ref(`${name}Input`) } } }
  return {
    [path]: {
      parameters: above,
      get: {
        operationId: `list${name}s`,
        parameters: pageParameters,
        responses: {
          200: answer('A page.', ref(`${name}List`)),
          ...faulty,
          ...(above.length > 0 ? missing : {}),
        },
      },
      post: {
        operationId: `create${name}`,
        requestBody,
        responses: { 201: answer('Made.', ref(name)), ...faulty, ...mayMiss, ...unread },
      },
    },
    [`${path}/{${id}}`]: {
      parameters: [...above, pathParameter(id)],
      get: {
        operationId: `get${name}`,
        responses: { 200: answer('The item.', ref(name)), ...faulty, ...missing },
      },
      put: {
        operationId: `replace${name}`,
        requestBody,
        responses: { 200: answer('Replaced.', ref(name)), ...faulty, ...missing, ...unread },
      },
      delete: {
        operationId: `delete${name}`,
        responses: { 204: { description: 'Gone.' }, ...faulty, ...missing },
      },
    },
  }
}
