import type { ApiDocument } from '@contract-kit/openapi'

/** A JSON object, in which numbers beyond 2^53 keep their written form. */
export type Data = Readonly<Record<string, unknown>>

/** The packages of the kit that process documents, in the order of the page. */
export const columns = [
  'openapi',
  'express',
  'client',
  'sandbox',
  'checker',
  'docs',
  'samples',
  'mcp',
  'diff',
] as const
export type Column = (typeof columns)[number]

/** A request as sent over the wire, written by hand. It has only the relevant headers. */
export interface Wire {
  readonly method?: string
  /** Path and query. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The values of a request, by location. */
export interface Values {
  readonly path?: Data
  readonly query?: Data
  readonly header?: Data
  readonly cookie?: Data
  readonly body?: unknown
  readonly mediaType?: string
}

/** A response of the server. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly mediaType?: string
}

/**
 * A construct of OpenAPI, in the smallest document that contains it. Its operation is `probe`. Each document also has the
 * plain operation `other`.
 */
export interface Construct {
  readonly topic: string
  readonly name: string
  /** The ID of its operation. */
  readonly id: string
  readonly document: Data
  readonly values: Values
  /** The request that sends these values. */
  readonly wire: Wire
  /** A request that the construct forbids. */
  readonly wrong?: Wire
  readonly reply: Reply
  /** A response that the construct forbids. */
  readonly wrongReply?: Reply
  /** The document after a change of the construct, by default a breaking one. */
  readonly revised: Data
  /** The impact that the comparison must report for `revised`. */
  readonly impact: 'major' | 'minor' | 'patch'
  /** Words that must appear in the documentation of the construct. */
  readonly shows: readonly string[]
  /** Whether the request has no example, so that samples may send any valid one. */
  readonly isInvented: boolean
  /** The base path of the document's servers. */
  readonly base: string
  /** The body that a handler receives, if it differs from the sent body. */
  readonly received?: unknown
  /** Whether the parsed document contains the construct, in addition to its operation. */
  readonly isRead?: (document: ApiDocument) => boolean
  /** Whether the construct is the whole document, so that a refusal of the document names the construct. */
  readonly isWhole: boolean
  readonly credentials: Readonly<Record<string, string>>
  /** The reasons why the construct does not apply to a package. */
  readonly except: Readonly<Partial<Record<Column, string>>>
}

/** The parts of a construct. Parts with a default are optional. */
export type Draft = Pick<Construct, 'name' | 'document' | 'wire' | 'revised'> & Partial<Construct>

/** Adds the defaults to the constructs of one topic. */
export const ofTopic = (topic: string, drafts: readonly Draft[]): readonly Construct[] =>
  drafts.map((draft) => ({
    topic,
    id: 'probe',
    values: {},
    reply: { status: 200, body: { ok: true } },
    impact: 'major',
    shows: [],
    isInvented: false,
    base: '',
    isWhole: false,
    credentials: {},
    except: {},
    ...draft,
  }))

const problem = {
  description: 'An error.',
  content: { 'application/problem+json': { schema: { type: 'object' } } },
}

/** Creates a response with a JSON body. */
export const jsonResponse = (schema: Data, more: Data = {}): Data => ({
  description: 'A success.',
  content: { 'application/json': { schema } },
  ...more,
})

/** The schema of the default success body. */
export const okSchema: Data = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } }

/** Returns the responses of an operation, including errors. */
export const responses = (success: Data = jsonResponse(okSchema)): Data => ({
  200: success,
  default: problem,
})

/** Creates the operation that contains a construct. */
export const probe = (parts: Data = {}): Data => ({
  operationId: 'probe',
  summary: 'Probe it',
  responses: responses(),
  ...parts,
})

/** An operation without constructs, which must work next to every construct. */
const other: Data = {
  get: { operationId: 'other', responses: { 204: { description: 'Nothing.' }, default: problem } },
}

/** Creates a document with these paths. */
export const withPaths = (paths: Data, more: Data = {}): Data => ({
  openapi: '3.1.0',
  info: { title: 'Constructs', version: '1.0.0' },
  servers: [{ url: 'http://api.test' }],
  paths: { ...paths, '/other': other },
  ...more,
})

/** Creates a document with the operation `probe`. */
export const withProbe = (method: string, parts: Data, more: Data = {}, path = '/things'): Data =>
  withPaths({ [path]: { [method]: probe(parts) } }, more)
