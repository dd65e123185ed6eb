import type { ApiDocument } from '@contract-kit/openapi'

/** A JSON value, and numbers beyond 2^53 as they are written. */
export type Data = Readonly<Record<string, unknown>>

/** The packages of the kit that have to do with documents, in the order of the page. */
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

/** A request as it travels, written by hand. Headers are those that matter. */
export interface Wire {
  readonly method?: string
  /** Path and query. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The values of a request, by place. */
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

/** A construct of OpenAPI, in the smallest document that has it. Its operation is `probe`; each document also has the plain one `other`. */
export interface Construct {
  readonly topic: string
  readonly name: string
  /** The id of its operation. */
  readonly id: string
  readonly document: Data
  readonly values: Values
  /** How the values travel. */
  readonly wire: Wire
  /** A request that the construct forbids. */
  readonly wrong?: Wire
  readonly reply: Reply
  /** A response that the construct forbids. */
  readonly wrongReply?: Reply
  /** The document after a change of the construct that breaks somebody. */
  readonly revised: Data
  /** What the comparison rates it. */
  readonly impact: 'major' | 'minor' | 'patch'
  /** Words by which a reader of the documentation sees the construct. */
  readonly shows: readonly string[]
  /** Whether the request has no example, so that samples may send any valid one. */
  readonly isInvented: boolean
  /** The path of the servers of the document. */
  readonly base: string
  /** The body that a handler gets, if it is not the one that is sent. */
  readonly received?: unknown
  /** What a reader of the document has to find in it, beside its operation. */
  readonly isRead?: (document: ApiDocument) => boolean
  /** Whether the construct is the whole document, so that refusing it names it. */
  readonly isWhole: boolean
  readonly credentials: Readonly<Record<string, string>>
  /** Why a package has nothing to do with it. */
  readonly except: Readonly<Partial<Record<Column, string>>>
}

/** The parts of a construct that its defaults do not tell. */
export type Draft = Pick<Construct, 'name' | 'document' | 'wire' | 'revised'> & Partial<Construct>

/** Completes constructs of one topic. */
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

/** A response with a JSON body. */
export const jsonResponse = (schema: Data, more: Data = {}): Data => ({
  description: 'A success.',
  content: { 'application/json': { schema } },
  ...more,
})

/** Says that it worked. */
export const okSchema: Data = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } }

/** The responses of an operation, errors included. */
export const responses = (success: Data = jsonResponse(okSchema)): Data => ({
  200: success,
  default: problem,
})

/** The operation that each construct is in. */
export const probe = (parts: Data = {}): Data => ({
  operationId: 'probe',
  summary: 'Probe it',
  responses: responses(),
  ...parts,
})

/** An operation without any construct, which has to work beside every other. */
const other: Data = {
  get: { operationId: 'other', responses: { 204: { description: 'Nothing.' }, default: problem } },
}

/** A document with these paths. */
export const withPaths = (paths: Data, more: Data = {}): Data => ({
  openapi: '3.1.0',
  info: { title: 'Constructs', version: '1.0.0' },
  servers: [{ url: 'http://api.test' }],
  paths: { ...paths, '/other': other },
  ...more,
})

/** A document with one operation. */
export const withProbe = (method: string, parts: Data, more: Data = {}, path = '/things'): Data =>
  withPaths({ [path]: { [method]: probe(parts) } }, more)
