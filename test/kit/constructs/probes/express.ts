import { isDeepStrictEqual } from 'node:util'
import { contractRouter, type ErrorMapper, type OpenApiDocument, problemDetails } from '@contract-kit/express'
import express, { type Express } from 'express'
import type { Construct, Reply, Wire } from '../construct.ts'
import { bodyText, type Finding, isAbout, judge, type Lab, silent } from './lab.ts'

/** The input of a handler. */
interface Input {
  readonly path: object
  readonly query: object
  readonly headers: object
  readonly cookies: object
  readonly body?: unknown
  readonly mediaType?: string
  readonly files?: readonly { readonly field: string; readonly bytes: Uint8Array }[]
}

/** An application for a document, whose operation returns `reply`. */
interface Served {
  readonly app: Express
  readonly inputs: Input[]
  readonly named: readonly string[]
  reply: Reply
}

const served = new WeakMap<Construct, Promise<Served>>()

/** Returns the application of a construct, which is created only once, with a new `reply`. */
export async function serveConstruct(construct: Construct, reply: Reply): Promise<Served> {
  const made = served.get(construct) ?? createServed(construct)
  served.set(construct, made)
  return Object.assign(await made, { reply })
}

async function createServed({ id, document, wire, credentials, reply }: Construct): Promise<Served> {
  const named: string[] = []
  const app = express().disable('x-powered-by')
  const one: Served = { app, inputs: [], named, reply }
  const sent = () => {
    const { status, body, headers, mediaType } = one.reply
    const isJson = mediaType === undefined || mediaType === 'application/json'
    const value = isJson && typeof body === 'string' ? (JSON.parse(body) as unknown) : body
    return {
      status,
      ...(body !== undefined && { body: value, mediaType: mediaType ?? 'application/json' }),
      ...(headers && { headers }),
    }
  }
  const handlers = {
    other: () => ({ status: 204 }),
    [id]: (input: Input) => {
      one.inputs.push(input)
      return sent()
    },
  }
  const router = await contractRouter({
    document: document as unknown as OpenApiDocument,
    handlers: handlers as never,
    guards: ({ operationId }) =>
      operationId === id && Object.keys(credentials).length > 0 ? [requireAll(wire)] : [],
    errors,
    prepare: false,
    onUnsupported: (operation, { message }) => named.push(`${operation.operationId}: ${message}`),
    onNote: (note) => named.push(note),
  })
  app.use(router)
  return one
}

const errors: ErrorMapper = (error, ...more) =>
  error instanceof Error && 'status' in error && error.status === 401
    ? {
        status: 401,
        body: {},
        mediaType: 'application/problem+json',
        headers: { 'www-authenticate': 'Bearer' },
      }
    : problemDetails(error, ...more)

/** Guards are responsible for security. This one requires the credentials of the valid request. */
const requireAll =
  ({ target, headers = {} }: Wire): express.RequestHandler =>
  (request, _response, next) => {
    const isRight = Object.entries(headers).every(([name, value]) => request.headers[name] === value)
    const isInQuery = !target.includes('?') || request.query['key'] === 'secret'
    next(
      isRight && isInQuery ? undefined : Object.assign(new Error('Credentials are missing'), { status: 401 }),
    )
  }

/** Serves the document, and sends a valid request, an invalid one, and one that gets an invalid response. */
export async function probeExpress(construct: Construct, lab: Lab): Promise<Finding> {
  const { wire, wrong, reply, wrongReply, values, received = values.body } = construct
  const one = await serveConstruct(construct, reply)
  const { app, inputs, named } = one
  inputs.length = 0
  lab.serve(app)
  if ((await lab.send({ target: `${construct.base}/other` })).status !== 204)
    return silent('other is not served')
  const response = await lab.send(wire)
  const words = named.find((note) => isAbout(note, construct))
  if (words !== undefined) return { cell: 'named', words }
  const [input] = inputs
  if (input === undefined) return silent(`refuses the request: ${response.status} ${response.body}`)
  const refused = wrong && (await lab.send(wrong))
  one.reply = wrongReply ?? reply
  const broken = wrongReply && (await lab.send(wire))
  const files = new Map((input.files ?? []).map(({ field, bytes }) => [field, Buffer.from(bytes).toString()]))
  const body = withFiles(input.body, files)
  const found = {
    path: input.path,
    query: input.query,
    header: lowerKeys(input.headers),
    cookie: input.cookies,
  }
  const expected = { path: {}, query: {}, cookie: {}, ...values, header: lowerKeys(values.header ?? {}) }
  const differs = (['path', 'query', 'header', 'cookie'] as const).find(
    (place) => !isDeepStrictEqual({ ...found[place] }, { ...expected[place] }),
  )
  return judge(
    response.status !== reply.status && `responds ${response.status} ${response.body}`,
    response.body !== bodyText(reply) && `responds with ${response.body}`,
    differs && `gives the handler ${JSON.stringify(found[differs])} in the ${differs}`,
    values.body !== undefined &&
      !isDeepStrictEqual(body, received) &&
      `gives the handler the body ${JSON.stringify(body)}`,
    refused !== undefined &&
      (refused.status < 400 || refused.status > 499) &&
      `takes a wrong request: ${refused.status}`,
    broken !== undefined &&
      broken.status !== 500 &&
      `sends a wrong response: ${broken.status} ${broken.body}`,
  )
}

/** Returns a body with its files, and with bytes as text. */
function withFiles(body: unknown, files: ReadonlyMap<string, string>): unknown {
  if (body instanceof Uint8Array) return Buffer.from(body).toString()
  if (typeof body !== 'object' || body === null || files.size === 0) return body
  return { ...body, ...Object.fromEntries(files) }
}

const lowerKeys = (headers: object): object =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
