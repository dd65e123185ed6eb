/** One operation of a grown document, and a request to it. */
export interface GrownOperation {
  readonly operationId: string
  readonly method: 'get' | 'post'
  readonly path: string
}

const text = { type: 'string', minLength: 1, maxLength: 100 }
const id = { type: 'integer', minimum: 1 }

/** The operations of a document of a given size: reading one and making one, of as many kinds as it takes. */
export function listGrownOperations(count: number): readonly GrownOperation[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = Math.floor(index / 2)
    return index % 2 === 0
      ? { operationId: `readThing${kind}`, method: 'get', path: `/v1/things${kind}/{id}` }
      : { operationId: `makeThing${kind}`, method: 'post', path: `/v1/things${kind}` }
  })
}

/** An OpenAPI 3.1 document with so many operations, every kind of thing with schemas of its own. */
export function createGrownDocument(count: number): object {
  const operations = listGrownOperations(count)
  const kinds = Array.from({ length: Math.ceil(count / 2) }, (_, kind) => kind)
  const paths = Map.groupBy(operations, ({ path }) => path)
  return {
    openapi: '3.1.1',
    info: { title: 'Things', version: '1.0.0' },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(
      [...paths].map(([path, here]) => [
        path,
        Object.fromEntries(here.map((operation, index) => [operation.method, toOperation(operation, index)])),
      ]),
    ),
    components: { schemas: Object.assign({}, ...kinds.map(toSchemas)) as object },
  }
}

function toOperation({ operationId, method }: GrownOperation, _index: number): object {
  const kind = operationId.replace(/\D+/, '')
  const content = (name: string): object => ({
    'application/json': { schema: { $ref: `#/components/schemas/${name}${kind}` } },
  })
  const answer = { description: 'A thing', content: content('Thing') }
  return method === 'get'
    ? {
        operationId,
        parameters: [
          { name: 'id', in: 'path', required: true, schema: id },
          { name: 'detail', in: 'query', schema: { type: 'string', enum: ['short', 'long'] } },
        ],
        responses: { 200: answer },
      }
    : {
        operationId,
        requestBody: { required: true, content: content('NewThing') },
        responses: { 201: answer },
      }
}

function toSchemas(kind: number): object {
  const properties = {
    name: text,
    note: { type: ['string', 'null'], maxLength: 1000 },
    size: { type: 'integer', minimum: 0, maximum: 1000 + kind },
    price: { type: 'number', minimum: 0 },
    tags: { type: 'array', maxItems: 20, items: text },
    parts: { type: 'array', maxItems: 50, items: { $ref: `#/components/schemas/Part${kind}` } },
  }
  const required = ['name', 'size', 'price', 'parts']
  return {
    [`Part${kind}`]: {
      type: 'object',
      required: ['label', 'count'],
      properties: { label: text, count: { type: 'integer', minimum: 1 } },
    },
    [`NewThing${kind}`]: { type: 'object', required, properties },
    [`Thing${kind}`]: { type: 'object', required: ['id', ...required], properties: { id, ...properties } },
  }
}

/** A thing that every schema of the document takes. */
export const newThing = {
  name: 'A thing of the bench',
  note: null,
  size: 7,
  price: 12.5,
  tags: ['one', 'two'],
  parts: [
    { label: 'left', count: 2 },
    { label: 'right', count: 3 },
  ],
}

/** The object that every operation returns. */
export const thing = { id: 1, ...newThing }
