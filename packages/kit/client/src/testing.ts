import { untilAborted } from './abort.ts'

/** One response of an operation: a status, the headers that status requires, and the body declared for it. */
export interface ExampleResponse<Status, Body> {
  readonly status: Status
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

type BodyOf<Bodies, Id, Status> = Id extends keyof Bodies
  ? Status extends keyof Bodies[Id]
    ? Bodies[Id][Status]
    : undefined
  : undefined

/** The response examples of a document by operation and name; the generator writes them. */
export type ApiExamples<Statuses, Bodies> = {
  readonly [Id in keyof Statuses]: {
    readonly method: string
    readonly path: string
    readonly examples: {
      readonly [Name in keyof Statuses[Id]]: ExampleResponse<
        Statuses[Id][Name],
        BodyOf<Bodies, Id, Statuses[Id][Name]>
      >
    }
  }
}

/** The names of the response examples of an operation, for successes and errors. */
export type ExampleName<Statuses, Id extends keyof Statuses> = keyof Statuses[Id] & string

/** A response that the document declares for an operation: one of its statuses with the body of that status. */
export type DeclaredResponse<Bodies, Id extends keyof Bodies> = {
  [Status in keyof Bodies[Id]]: {
    readonly status: Status
    readonly body: Bodies[Id][Status]
    /** Beside the headers that the document requires with this status, or instead of them. */
    readonly headers?: Readonly<Record<string, string>>
  }
}[keyof Bodies[Id]]

/** A request as the fake received it. Credentials and random keys are replaced, so that snapshots are stable. */
export interface RecordedCall<Id = string> {
  readonly operationId: Id
  /** Path parameters by name, decoded. */
  readonly path: Readonly<Record<string, string>>
  /** Query parameters by name; a repeated name has the list of its values. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON body, or the text if it is not JSON; `undefined` if there is none. */
  readonly body: unknown
}

type Known<Statuses, Bodies, Id extends keyof Statuses> =
  ExampleName<Statuses, Id> | (Id extends keyof Bodies ? DeclaredResponse<Bodies, Id> : never)

/**
 * A response of the fake: an example by name, a declared response, or a function of the request that chooses one. The
 * function may also return any other `Response`, throw (a lost connection), or never settle (a timeout).
 */
export type FakeResponse<Statuses, Bodies, Id extends keyof Statuses> =
  | Known<Statuses, Bodies, Id>
  | ((
      call: RecordedCall<Id>,
    ) => Known<Statuses, Bodies, Id> | Response | Promise<Known<Statuses, Bodies, Id> | Response>)

/** An API in memory, for tests. It keeps no state: a test chooses the responses. */
export interface FakeApi<Statuses, Bodies> {
  /** Replaces the global `fetch`. Rejects a request that belongs to no operation, naming it. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Every request so far, oldest first, recorded before it gets a response. */
  readonly calls: readonly RecordedCall<keyof Statuses>[]
  /** Sets the response of an operation from now on. Until then it is the first success example. */
  respond<Id extends keyof Statuses>(operationId: Id, response: FakeResponse<Statuses, Bodies, Id>): void
  /** Sets the response to one request. Several are used in the order they were given. */
  respondOnce<Id extends keyof Statuses>(operationId: Id, response: FakeResponse<Statuses, Bodies, Id>): void
  /** A copy of an example, to modify or to compare with. */
  example<Id extends keyof Statuses, Name extends ExampleName<Statuses, Id>>(
    operationId: Id,
    name: Name,
  ): ExampleResponse<Statuses[Id][Name], BodyOf<Bodies, Id, Statuses[Id][Name]>>
  /** Forgets the calls and every response that was set. */
  reset(): void
}

/** Options of a fake. */
export interface FakeOptions<Statuses> {
  /** The default example of an operation. Without it, the operation responds with its first success. */
  readonly defaults?: { readonly [Id in keyof Statuses]?: ExampleName<Statuses, Id> }
}

interface AnyExample {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

type AnyExamples = Readonly<
  Record<
    string,
    {
      readonly method: string
      readonly path: string
      readonly examples: Readonly<Record<string, AnyExample>>
    }
  >
>

type Responder = (call: RecordedCall) => Response | Promise<Response>

/** Creates a fake of an API from the examples of its document. It needs no network. */
export function createFakeApi<Statuses, Bodies>(
  examples: ApiExamples<Statuses, Bodies>,
  { defaults = {} }: FakeOptions<Statuses> = {},
): FakeApi<Statuses, Bodies> {
  const all = examples as unknown as AnyExamples
  const routes = Object.entries(all)
    .map(([operationId, { method, path }]) => toRoute(operationId, method, path))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
  const calls: RecordedCall<keyof Statuses>[] = []
  const randomKeys: string[] = []
  const standing = new Map<string, Responder>()
  const once = new Map<string, Responder[]>()

  const exampleOf = (operationId: string, name: string): AnyExample => {
    const named = all[operationId]?.examples ?? {}
    const found = Object.hasOwn(named, name) ? named[name] : undefined
    if (found === undefined) throw new Error(`${operationId} has no example ${name}`)
    return found
  }

  const toResponder = (operationId: string, response: unknown): Responder => {
    if (typeof response === 'string') {
      const example = exampleOf(operationId, response)
      return (call) => toResponse(example, call)
    }
    if (typeof response === 'object') {
      const whole = withRequiredHeaders(operationId, all[operationId]?.examples ?? {}, response as AnyExample)
      return (call) => toResponse(whole, call)
    }
    return async (call) => {
      const chosen: unknown = await (response as (call: RecordedCall) => unknown)(call)
      return chosen instanceof Response ? chosen : toResponder(operationId, chosen)(call)
    }
  }

  const defaultResponder = (operationId: string): Responder => {
    const chosen = (defaults as Readonly<Record<string, string | undefined>>)[operationId]
    if (chosen !== undefined) return toResponder(operationId, chosen)
    const first = Object.values(all[operationId]?.examples ?? {}).find(({ status }) => status < 400)
    if (first === undefined) throw new Error(`${operationId} has no success example`)
    return (call) => toResponse(first, call)
  }

  async function respondTo(request: Request): Promise<Response> {
    const call = await recordCall(routes, request, randomKeys)
    calls.push(call as RecordedCall<keyof Statuses>)
    const { operationId } = call
    const responder =
      once.get(operationId)?.shift() ?? standing.get(operationId) ?? defaultResponder(operationId)
    return responder(call)
  }

  return {
    calls,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      request.signal.throwIfAborted()
      return untilAborted(respondTo(request), request.signal)
    },
    respond: (operationId, response) => {
      standing.set(String(operationId), toResponder(String(operationId), response))
    },
    respondOnce: (operationId, response) => {
      const waiting = once.get(String(operationId)) ?? []
      once.set(String(operationId), [...waiting, toResponder(String(operationId), response)])
    },
    example: (operationId, name) => structuredClone(exampleOf(String(operationId), name)) as never,
    reset: () => {
      calls.length = 0
      randomKeys.length = 0
      standing.clear()
      once.clear()
    },
  }
}

interface Route {
  readonly operationId: string
  readonly method: string
  readonly pattern: RegExp
  readonly names: readonly string[]
  /** Sorts before the ranks of less specific routes that match the same requests. */
  readonly rank: string
}

function toRoute(operationId: string, method: string, path: string): Route {
  const names = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name)
  const literals = path.split(/\{[^{}]+\}/).map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
  // The base URL may add any path before this one, so the longer route is first, and then the one whose text is literal for longer.
  const segments = path.split('/').map((segment) => (segment.includes('{') ? '1' : '0'))
  const rank = `${String(1_000 - segments.length)}${segments.join('')}`
  return { operationId, method, names, rank, pattern: new RegExp(`${literals.join('([^/]+)')}$`) }
}

/** Reads a request. The base URL may add any path before its own. */
async function recordCall(
  routes: readonly Route[],
  request: Request,
  randomKeys: string[],
): Promise<RecordedCall> {
  const { pathname, searchParams } = new URL(request.url)
  for (const { method, names, operationId, pattern } of routes) {
    const match = method === request.method ? pattern.exec(pathname) : null
    if (match === null) continue
    return {
      operationId,
      path: Object.fromEntries(
        names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]),
      ),
      query: Object.fromEntries(
        [...searchParams.keys()].map((name) => {
          const [value = '', ...others] = searchParams.getAll(name)
          return [name, others.length === 0 ? value : [value, ...others]]
        }),
      ),
      headers: recordHeaders(request.headers, randomKeys),
      body: parseBody(await request.text()),
    }
  }
  throw new Error(`The document has no operation for ${request.method} ${pathname}`)
}

const redacted = '[redacted]'

/** Credentials are hidden. Each random key gets a number, so that snapshots are stable and repetitions show. */
function recordHeaders(headers: Headers, randomKeys: string[]): Record<string, string> {
  const recorded = Object.fromEntries(headers)
  for (const name of Object.keys(recorded)) {
    if (/authorization|cookie|token|secret|api-?key/.test(name)) recorded[name] = redacted
  }
  const key = recorded['idempotency-key']
  if (key !== undefined && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(key)) {
    if (!randomKeys.includes(key)) randomKeys.push(key)
    recorded['idempotency-key'] = `[random key ${randomKeys.indexOf(key) + 1}]`
  }
  return recorded
}

function parseBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text, (name, value: unknown) => (/password|secret/i.test(name) ? redacted : value))
  } catch {
    return text
  }
}

const codeHeader = /error-code$/

/**
 * Adds the required headers, as the examples of a status have them. It takes an error code from them only if it
 * is the only possible one.
 */
function withRequiredHeaders(
  operationId: string,
  examples: Readonly<Record<string, AnyExample>>,
  { status, headers = {}, body }: Partial<AnyExample>,
): AnyExample {
  const candidates = Object.values(examples).filter((example) => example.status === status)
  const [first] = candidates
  if (first === undefined || status === undefined)
    throw new Error(`${operationId} never responds with ${String(status)}; use a function`)
  const same = candidates.find((example) => JSON.stringify(example.body) === JSON.stringify(body))
  const code = Object.keys(first.headers).find((name) => codeHeader.test(name))
  const isOpen = same === undefined && candidates.length > 1
  if (isOpen && code !== undefined && !Object.hasOwn(headers, code))
    throw new Error(
      `${operationId} responds with ${status} and several codes; pass headers: { '${code}': … }`,
    )
  return { status, headers: { ...(same ?? first).headers, ...headers }, body: structuredClone(body) }
}

/** The response as on the wire. Echoes the request id. */
function toResponse({ status, headers, body }: AnyExample, call: RecordedCall): Response {
  const requestId = call.headers['x-request-id']
  return new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: {
      ...(body === undefined
        ? {}
        : { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' }),
      ...headers,
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    },
  })
}
