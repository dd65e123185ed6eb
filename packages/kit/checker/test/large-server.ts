/** A server with nothing behind it but maps, in this process; ids count the items of their collection. */
export interface LargeServer {
  readonly fetch: (request: Request) => Promise<Response>
  readonly reset: () => void
}

type Body = Readonly<Record<string, unknown>>

/** Serves every document of {@link largeDocument}, whatever its length, and obeys it; as little work per request as that allows. */
export const createLargeServer = (): LargeServer => {
  const collections = new Map<string, Map<string, Body>>()
  const made = new Map<string, number>()
  const itemsOf = (path: string): Map<string, Body> => {
    const known = collections.get(path)
    if (known !== undefined) return known
    const items = new Map<string, Body>()
    collections.set(path, items)
    return items
  }
  const has = (path: string): boolean =>
    collections.get(path.slice(0, path.lastIndexOf('/')))?.has(path.slice(path.lastIndexOf('/') + 1)) === true

  const answerTo = (request: Request, url: URL, text: string): Response => {
    const route = /^(\/[a-z]+-(?:boxes|labels)|\/[a-z]+-boxes\/([^/]+)\/notes)(?:\/([^/]+))?$/.exec(
      url.pathname,
    )
    if (route === null) return refuse(404)
    const [, path = '', boxId, id] = route
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const allow = id === undefined ? 'GET, POST' : 'GET, PUT, DELETE'
    if (!allow.split(', ').includes(method)) return refuse(405, { allow })
    if ([boxId, id].some((given) => given !== undefined && Array.from(decodeURIComponent(given)).length > 20))
      return refuse(400)
    if (boxId !== undefined && !has(path.slice(0, path.lastIndexOf('/')))) return refuse(404)
    const items = itemsOf(path)
    if (id !== undefined && !items.has(id)) return refuse(404)
    if (method === 'DELETE') {
      items.delete(id ?? '')
      return new Response(null, { status: 204 })
    }
    if (method === 'GET')
      return id === undefined ? listed(items, url.searchParams) : Response.json({ id, ...items.get(id) })
    if (!/^application\/json\s*(;|$)/.test(request.headers.get('content-type') ?? '')) return refuse(415)
    const body = parse(text)
    if (body === undefined || !isGood(path, body)) return refuse(400)
    if (
      path.endsWith('-labels') &&
      !has(`${path.replace('-labels', '-boxes')}/${String(body[referenceOf(path)])}`)
    )
      return refuse(404)
    const count = (made.get(path) ?? 0) + (id === undefined ? 1 : 0)
    made.set(path, count)
    const key = id ?? `n${count}`
    items.set(key, body)
    return Response.json({ id: key, ...body }, { status: id === undefined ? 201 : 200 })
  }
  return {
    fetch: async (request) => {
      const answer = answerTo(request, new URL(request.url), await request.text())
      return request.method === 'HEAD' ? new Response(null, answer) : answer
    },
    reset: () => {
      collections.clear()
      made.clear()
    },
  }
}

const refuse = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ title: 'refused', status }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })

const listed = (items: ReadonlyMap<string, Body>, query: URLSearchParams): Response => {
  const limit = wholeNumber(query.getAll('limit'), 20, 1, 50)
  const offset = wholeNumber(query.getAll('offset'), 0, 0, 10_000)
  if (limit === undefined || offset === undefined) return refuse(400)
  const page = [...items].slice(offset, offset + limit).map(([id, body]) => ({ id, ...body }))
  return Response.json({ items: page, total: items.size })
}

const wholeNumber = (
  [given, ...more]: readonly string[],
  otherwise: number,
  min: number,
  max: number,
): number | undefined => {
  if (given === undefined) return otherwise
  const value = /^\d{1,9}$/.test(given) && more.length === 0 ? Number(given) : -1
  return value >= min && value <= max ? value : undefined
}

const parse = (text: string): Body | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined
  } catch {
    return undefined
  }
}

const isGood = (path: string, body: Body): boolean => {
  const rules = path.endsWith('-boxes')
    ? boxRules
    : path.endsWith('/notes')
      ? noteRules
      : { ...labelRules, [referenceOf(path)]: isReference }
  return (
    Object.keys(body).every((key) => Object.hasOwn(rules, key)) &&
    Object.entries(rules).every(([key, keeps]) => keeps(Object.hasOwn(body, key) ? body[key] : undefined))
  )
}

type Rules = Readonly<Record<string, (value: unknown) => boolean>>

const isText = (value: unknown, min: number, max: number): value is string => {
  if (typeof value !== 'string') return false
  const { length } = Array.from(value)
  return length >= min && length <= max
}

const optional = (keeps: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || keeps(value)

const isWithin = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max

const boxRules: Rules = {
  title: (value) => isText(value, 1, 40),
  size: (value) => isWithin(value, 1, 100) && Number.isInteger(value),
  color: optional((value) => value === 'red' || value === 'green' || value === 'blue'),
  tags: optional(
    (value) =>
      Array.isArray(value) &&
      value.length <= 5 &&
      new Set(value).size === value.length &&
      value.every((tag) => isText(tag, 1, 10)),
  ),
}

const noteRules: Rules = {
  text: (value) => typeof value === 'string' && /^[a-z ]{3,60}$/.test(value),
  weight: optional((value) => isWithin(value, 0, 1000)),
  isPinned: optional((value) => typeof value === 'boolean'),
}

/** `amberBoxId` of `/amber-labels`. */
const referenceOf = (path: string): string => `${path.slice(1, path.indexOf('-'))}BoxId`

const isReference = (value: unknown): boolean => isText(value, 0, 20)

const labelRules: Rules = {
  caption: (value) => isText(value, 1, 60),
  printedOn: optional((value) => typeof value === 'string' && isDay(value)),
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
