/** The faults that the API may have. */
export type ParcelFault =
  | 'status'
  | 'value'
  | 'missing-key'
  | 'surplus-key'
  | 'short-list'
  | 'missing-header'
  | 'swapped-ids'
  | 'wrong-text'
  | 'empty-label'
  | 'body-on-no-content'
  | 'problem-type'

const [ada, bob] = ['6f1c0c52-87a3-4b0e-9a60-1d2f3a4b5c6d', '0a9b8c7d-6e5f-4a3b-8c2d-1e0f9a8b7c6d'] as const
const text = { type: 'string' }
const json = (schema: object, examples: object) => ({ 'application/json': { schema, examples } })
const problem = (examples: object) => ({
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples },
})

/** Parcels: kebab-case ids, several media types, and recipes in an extension with a name of its own. */
export const parcelDocument = (openapi: '3.0.3' | '3.1.1' = '3.1.1') => ({
  openapi,
  info: { title: 'Parcels', version: '1' },
  paths: {
    '/parcels': {
      post: {
        operationId: 'create-parcel',
        requestBody: {
          required: true,
          content: json(
            { $ref: '#/components/schemas/NewParcel' },
            {
              light: { value: { to: 'Ada', grams: 120 } },
              heavy: { value: { to: 'Bob', grams: 9000 } },
              weightless: { value: { to: 'Ada', grams: 0 } },
              quiet: { value: { to: 'Eve', grams: 300 } },
            },
          ),
        },
        responses: {
          201: {
            description: 'Created.',
            headers: { location: { required: true, schema: text } },
            content: json(
              { $ref: '#/components/schemas/Parcel' },
              {
                light: {
                  value: { id: 4711, reference: ada, to: 'Ada', grams: 120, at: '2030-01-31T12:00:00Z' },
                },
                heavy: {
                  value: { id: 4712, reference: bob, to: 'Bob', grams: 9000, at: '2030-01-31T12:00:00Z' },
                },
              },
            ),
          },
          '4XX': {
            description: 'Rejected.',
            content: problem({
              weightless: { value: { type: 'about:blank', title: 'A parcel weighs something' } },
              malformed: {
                value: { type: 'about:blank', title: 'Not JSON' },
                'x-reach': { rawBody: '{"to":' },
              },
            }),
          },
        },
      },
      get: {
        operationId: 'list-parcels',
        responses: {
          200: {
            description: 'All.',
            content: json(
              { type: 'array', items: { $ref: '#/components/schemas/Parcel' } },
              {
                none: { value: [] },
                two: {
                  value: [
                    { id: 1, reference: ada, to: 'Ada', grams: 120, at: '2030-01-31T12:00:00Z' },
                    {
                      id: 2,
                      reference: bob,
                      to: 'Bob',
                      grams: 9000,
                      at: '2030-01-31T12:00:00Z',
                      previous: 1,
                    },
                  ],
                  'x-reach': { state: 'two-parcels' },
                },
              },
            ),
          },
        },
      },
    },
    '/parcels/{parcel-id}': {
      parameters: [
        {
          name: 'parcel-id',
          in: 'path',
          required: true,
          schema: { type: 'integer' },
          examples: { known: { value: 1 }, unknown: { value: 99 } },
        },
      ],
      delete: {
        operationId: 'delete-parcel',
        responses: {
          204: { description: 'Deleted.', 'x-reach': { state: 'two-parcels' } },
          default: {
            description: 'Any error.',
            content: problem({ unknown: { value: { type: 'about:blank', title: 'No such parcel' } } }),
          },
        },
      },
    },
    '/parcels/{parcel-id}/label': {
      get: {
        operationId: 'get-label',
        parameters: [
          { name: 'parcel-id', in: 'path', required: true, schema: { type: 'integer' }, example: 1 },
        ],
        responses: {
          200: {
            description: 'The label.',
            content: {
              'text/plain': {
                schema: text,
                examples: { plain: { value: 'To Ada', 'x-reach': { state: 'two-parcels' } } },
              },
              'image/png': {
                schema: openapi === '3.0.3' ? { type: 'string', format: 'binary' } : {},
                examples: { picture: { value: 'iVBORw0KGgo=', 'x-reach': { state: 'two-parcels' } } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      NewParcel: {
        type: 'object',
        additionalProperties: false,
        required: ['to', 'grams'],
        properties: { to: text, grams: { type: 'integer' } },
      },
      Parcel: {
        type: 'object',
        required: ['id', 'reference', 'to', 'grams', 'at'],
        properties: {
          id: { type: 'integer', readOnly: true },
          reference: { type: 'string', format: 'uuid' },
          to: text,
          grams: { type: 'integer' },
          at: { type: 'string', format: 'date-time' },
          previous: { type: 'integer' },
        },
      },
      Problem: {
        type: 'object',
        required: ['type', 'title'],
        properties: { type: text, title: text },
      },
    },
  },
})

interface Parcel {
  readonly id: number
  readonly reference: string
  readonly to: string
  readonly grams: number
  readonly at: string
  readonly previous?: number
}

/** The API in memory, correct or with one fault. Its ids and times are other ones than those of the examples. */
export const createParcelApi = (fault?: ParcelFault) => {
  const parcels = new Map<number, Parcel>()
  const add = (to: string, grams: number, previous?: number): Parcel => {
    const id = 500 + parcels.size
    const reference = `00000000-0000-4000-8000-00000000${String(1000 + parcels.size)}`
    const at = '2031-05-05T05:05:05.123Z'
    const parcel = { id, reference, to, grams, at, ...(previous === undefined ? {} : { previous }) }
    parcels.set(id, parcel)
    return parcel
  }
  const create = (body: string): Response => {
    if (!body.endsWith('}')) return reject(400, 'Not JSON')
    const { to, grams } = JSON.parse(body) as Parcel
    if (grams === 0) return reject(422, 'A parcel weighs something')
    const parcel = add(to, fault === 'value' ? grams + 1 : grams)
    const { at, ...rest } = parcel
    const shown =
      fault === 'missing-key' ? rest : { ...rest, at, ...(fault === 'surplus-key' ? { due: 1 } : {}) }
    return Response.json(shown, {
      status: fault === 'status' ? 200 : 201,
      headers: fault === 'missing-header' ? {} : { location: `/parcels/${parcel.id}` },
    })
  }
  const list = (): Response => {
    const [first, ...others] = [...parcels.values()]
    if (first === undefined) return Response.json([])
    if (fault === 'short-list') return Response.json([first])
    const reference = fault === 'swapped-ids' ? { reference: first.reference } : {}
    return Response.json([first, ...others.map((parcel) => ({ ...parcel, ...reference }))])
  }
  const label = (id: number, accept: string): Response => {
    if (accept === 'image/png')
      return new Response(fault === 'empty-label' ? '' : 'PNG', { headers: { 'content-type': accept } })
    const name = fault === 'wrong-text' ? 'Bob' : parcels.get(id)?.to
    return new Response(`To ${name}`, { headers: { 'content-type': 'text/plain' } })
  }
  const reject = (status: number, title: string): Response =>
    new Response(JSON.stringify({ type: 'about:blank', title }), {
      status,
      headers: {
        'content-type': fault === 'problem-type' ? 'application/json' : 'application/problem+json',
      },
    })
  return {
    reset: () => parcels.clear(),
    add,
    fetch: async (request: Request): Promise<Response> => {
      const [, , id, part] = new URL(request.url).pathname.split('/')
      if (part === 'label') return label(Number(id), request.headers.get('accept') ?? '')
      if (request.method === 'POST') return create(await request.text())
      if (request.method === 'GET') return list()
      if (!parcels.delete(Number(id))) return reject(404, 'No such parcel')
      return fault === 'body-on-no-content'
        ? new Response('gone', { status: 200 })
        : new Response(null, { status: 204 })
    },
  }
}

/** The options that replay the examples of the parcels. */
export const parcelOptions = (fault?: ParcelFault, openapi?: '3.0.3' | '3.1.1') => {
  const { fetch, reset, add } = createParcelApi(fault)
  return {
    document: parcelDocument(openapi),
    fetch,
    reset,
    recipe: 'x-reach',
    states: {
      'two-parcels': () => {
        const first = add('Ada', 120)
        add('Bob', 9000, first.id)
        return { ids: new Map([[1, first.id]]) }
      },
    },
    varying: { previous: 'type' as const },
  }
}
