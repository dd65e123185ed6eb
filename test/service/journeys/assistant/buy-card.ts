import { readCommands, type ShownRequest } from './read-commands.ts'

/** Everything that the user tells an assistant. */
export interface Task {
  /** The goal, in the user's words. */
  readonly goal: string
  /** The member of the order that must be true before the card is read, and the member of the card to read. */
  readonly until: string
  readonly wanted: string
  readonly partner: { readonly appId: string; readonly email: string; readonly password: string }
}

/** An operation in a listing. */
export interface KnownOperation {
  readonly id: string
  readonly method: string
  readonly path: string
}

/** The values of a call. `shown` is the request of the page that led to it. */
export interface Call {
  readonly operation: KnownOperation
  readonly parameters: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly shown: ShownRequest | undefined
}

/** The way in which an assistant reads about an API and uses it. */
export interface Reach {
  /** Returns the texts of pages about a subject, best match first. */
  findPages(goal: string): AsyncIterable<string>
  listOperations(): Promise<readonly KnownOperation[]>
  /** Sends one request with the newest token. Throws unless it succeeds. */
  call(call: Call): Promise<unknown>
}

/** The result of a task. */
export interface Outcome {
  /** The ids of the operations called, in order; polling counts once. */
  readonly called: readonly string[]
  readonly found: unknown
}

/** Buys a card: sends the requests that a page about the goal shows, follows the order, and reads the wanted data of the card. */
export async function buyCard(reach: Reach, { goal, until, wanted, partner }: Task): Promise<Outcome> {
  const requests = await findRequests(reach, goal)
  const operations = await reach.listOperations()
  const called: string[] = []
  const known: unknown[] = []
  const call = async (operation: KnownOperation, shown?: ShownRequest): Promise<unknown> => {
    if (called.at(-1) !== operation.id) called.push(operation.id)
    const ids = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
    const body = await reach.call({
      operation,
      parameters: Object.fromEntries(ids.map((name) => [name, findId(known, name)])),
      body: putCredentials(shown?.body, partner),
      shown,
    })
    known.push(body)
    return body
  }

  for (const shown of requests) {
    const body = await call(matchOperation(operations, shown), shown)
    if (findMember(body, until) !== false) continue
    const follow = operations.find(
      ({ method, path }) => method === 'GET' && leadsTo(path, (name) => findMember(body, name) !== undefined),
    )
    if (follow === undefined) throw new Error(`No operation tells when the order is ${until}`)
    await waitUntil(async () => findMember(await call(follow), until) === true)
  }
  return { called, found: findMember(known.at(-1), wanted) }
}

async function findRequests(reach: Reach, goal: string): Promise<readonly ShownRequest[]> {
  for await (const page of reach.findPages(goal)) {
    const requests = readCommands(page)
    if (requests.length > 0) return requests
  }
  throw new Error(`No page shows how to ${goal}`)
}

/** Finds the operation that a shown request calls: its path, with any values in place of parameters. */
function matchOperation(
  operations: readonly KnownOperation[],
  { method, target }: ShownRequest,
): KnownOperation {
  const [path = ''] = target.split('?')
  const found = operations.find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(
        path,
      ),
  )
  if (found === undefined) throw new Error(`No operation is ${method} ${path}`)
  return found
}

/** Whether a path ends in its only parameter, and that parameter is known. */
function leadsTo(path: string, isKnown: (name: string) => boolean): boolean {
  const [, name = ''] = /^[^{}]*\{(\w+)\}$/.exec(path) ?? []
  return name !== '' && isKnown(name)
}

/** Returns the newest value for a parameter such as `cardId`: a member of that name, or the id of the first of `cards`. */
function findId(known: readonly unknown[], parameter: string): unknown {
  const list = `${parameter.replace(/Id$/, '')}s`
  for (const body of known.toReversed()) {
    const items = findMember(body, list)
    const id = findMember(body, parameter) ?? (Array.isArray(items) ? findMember(items[0], 'id') : undefined)
    if (id !== undefined) return id
  }
  throw new Error(`No response has told a ${parameter}`)
}

/** Returns the first member with a name, at any depth. */
export function findMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value) && Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name]
  return Object.values(value)
    .map((member) => findMember(member, name))
    .find((found) => found !== undefined)
}

/** Replaces the published email and password in a body with those of the partner. */
function putCredentials(body: unknown, { email, password }: Task['partner']): unknown {
  if (body === undefined) return undefined
  return JSON.parse(JSON.stringify(body), (key: string, value: unknown) =>
    key === 'email' ? email : key === 'password' ? password : value,
  )
}

/** Polls up to a limit. Each attempt is a request, which gives the server time to work. */
async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) if (await isDone()) return
  throw new Error('The order is still not done after 200 requests')
}
