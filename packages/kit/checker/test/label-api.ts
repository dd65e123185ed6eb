const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const content = (schema: object) => ({ 'application/json': { schema } })
const refused = { description: 'Refused.' }
const page = {
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', items: ref('Label') }, nextCursor: { type: 'string' } },
}

/** Labels whose names are unique, listed with a cursor; stickers for labels; settings that are there once they were put. */
export const labelDocument = {
  openapi: '3.1.0',
  info: { title: 'Labels', version: '1' },
  paths: {
    '/labels': {
      get: {
        operationId: 'listLabels',
        parameters: [{ name: 'cursor', in: 'query', schema: { type: 'string', maxLength: 9 } }],
        responses: { 200: { description: 'Some.', content: content(page) }, 400: refused },
      },
      post: {
        operationId: 'createLabel',
        requestBody: { required: true, content: content(ref('LabelInput')) },
        responses: {
          201: { description: 'Made.', content: content(ref('Label')) },
          400: refused,
          409: refused,
        },
      },
    },
    '/labels/{labelId}': {
      parameters: [{ name: 'labelId', in: 'path', required: true, schema: { type: 'string', maxLength: 9 } }],
      put: {
        operationId: 'replaceLabel',
        requestBody: { required: true, content: content(ref('LabelInput')) },
        responses: {
          200: { description: 'Replaced.', content: content(ref('Label')) },
          400: refused,
          404: refused,
        },
      },
    },
    '/settings': {
      get: {
        operationId: 'getSettings',
        responses: { 200: { description: 'They.', content: content(ref('Settings')) }, 404: refused },
      },
      put: {
        operationId: 'putSettings',
        requestBody: { required: true, content: content(ref('Settings')) },
        responses: { 200: { description: 'Kept.', content: content(ref('Settings')) }, 400: refused },
      },
    },
    '/stickers': {
      post: {
        operationId: 'createSticker',
        requestBody: { required: true, content: content(ref('StickerInput')) },
        responses: { 201: { description: 'Made.' }, 400: refused, 422: refused },
      },
    },
  },
  components: {
    schemas: {
      LabelInput: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 3, maxLength: 20 },
          colour: { enum: ['red', 'green', 'blue'] },
          note: { type: 'string', maxLength: 30 },
        },
      },
      Label: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'string' }, name: { type: 'string' } },
      },
      Settings: {
        type: 'object',
        required: ['paper'],
        properties: { paper: { enum: ['matt', 'glossy'] } },
      },
      StickerInput: {
        type: 'object',
        required: ['text', 'labelId'],
        properties: { text: { type: 'string', maxLength: 9 }, labelId: { type: 'string', maxLength: 9 } },
      },
    },
  },
} as const

/** The deviations of the API: it has no label by any id, or takes no sticker for a label that exists. */
export interface LabelRules {
  readonly forgetsAll?: boolean
  readonly refusesKnownLabels?: boolean
}

/** One request as it came. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly status: number
}

/** Opens the API; `seen` grows with every request, `lose` takes a label away unasked. */
export const createLabelApi = (rules: LabelRules = {}) => {
  const labels = new Map<string, string>()
  let made = 0
  let settings: unknown
  const seen: SeenRequest[] = []

  const answer = (method: string, path: string, body: unknown): Response => {
    const id = /^\/labels\/([^?]+)$/.exec(path)?.[1]
    const { name, labelId } = (body ?? {}) as { readonly name?: string; readonly labelId?: string }
    if (path === '/settings') {
      settings = method === 'PUT' ? body : settings
      return settings === undefined ? new Response(null, { status: 404 }) : Response.json(settings)
    }
    if (path === '/stickers')
      return new Response(null, {
        status: labels.has(labelId ?? '') && rules.refusesKnownLabels === true ? 422 : 201,
      })
    if (method === 'GET')
      return Response.json({ items: [...labels].map(([key, text]) => ({ id: key, name: text })) })
    if (typeof name !== 'string' || name.length < 3) return new Response(null, { status: 400 })
    if (id !== undefined) {
      if (rules.forgetsAll === true || !labels.has(id)) return new Response(null, { status: 404 })
      return Response.json({ id, name })
    }
    if ([...labels.values()].includes(name)) return new Response(null, { status: 409 })
    made += 1
    const key = `n${made}`
    labels.set(key, name)
    return Response.json({ id: key, name }, { status: 201 })
  }

  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const response = answer(request.method, pathname + search, body)
    seen.push({ method: request.method, path: pathname + search, body, status: response.status })
    return response
  }
  return { fetch, seen, lose: (id: string) => void labels.delete(id) }
}
