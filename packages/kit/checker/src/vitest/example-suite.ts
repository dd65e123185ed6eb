import { allChecks } from '../checks/all-checks.ts'
import { ConfigurationError } from '../core/check-options.ts'
import { type ReadResponse, readResponse } from '../core/exchange.ts'
import { createFetchTransport, createHttpTransport, type Fetch, type Transport } from '../http/transport.ts'
import { mediaKindOf, sendableDocument } from '@contract-kit/openapi/wire'
import { isObject, type Json, own } from '@contract-kit/json-schema/json'
import { childrenOf, keywordOf, placeOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { type ApiDocument, findResponse, loadDocument } from '@contract-kit/openapi'
import { compareExample, type KnownIds, type Variations, type VaryingFormat } from './compare-example.ts'
import { judgeLoneResponse } from '../traffic/judge-exchange.ts'
import {
  assertKnownStates,
  bodyExamplesOf,
  findRecipePlaces,
  listReplays,
  type RecipeSource,
  type Replay,
  type ResponseExample,
  valueOf,
} from './replays.ts'
import { type HeaderChanges, replaceIds, writeRequest } from './write-request.ts'

/** A prepared state, with values for the request of the example. */
export interface Scene {
  /** Headers of the request, such as session credentials; `null` removes one. */
  readonly headers?: HeaderChanges
  /** Server ids by their counterparts in the examples; they replace those in paths, queries and bodies. */
  readonly ids?: KnownIds
  /** The server to send the request to. Default: that of the options. */
  readonly baseUrl?: string
  /** Called after the response was received. */
  readonly end?: () => unknown
}

/** The context in which a state function runs. */
export interface StateContext {
  readonly baseUrl: string
  /** The example to be replayed. */
  readonly example: ResponseExample
  /** The value of a request example. Throws ConfigurationError if it does not exist. */
  readonly requestExample: (operationId: string, name: string) => Json
}

/** A response as received, for `verify` and `errorCode`. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Options for replaying examples. */
export interface ExampleOptions {
  /** A file path, a URL, or the document itself. */
  readonly document: string | object
  /** The complete server URL, or a function that returns it after the server started. */
  readonly baseUrl?: string | (() => string)
  /** A function to use instead of the network, such as `app.fetch`. */
  readonly fetch?: Fetch
  /** The extension that contains the recipes of examples, or a function that returns them. Default: `x-request`. */
  readonly recipe?: RecipeSource
  /** Functions that put the server into the states named by recipes. */
  readonly states?: Readonly<Record<string, (context: StateContext) => Promise<Scene | void> | Scene | void>>
  /** Headers of each request; those of the state and the recipe override them. */
  readonly credentials?: (example: ResponseExample) => HeaderChanges | Promise<HeaderChanges>
  /** Called before each example to restore the initial state of the server. */
  readonly reset?: () => unknown
  /** The values that may differ between a response and its example. */
  readonly varying?: Variations
  /** Text formats that vary between runs: ids correspond one to one, and any two times match. Default: both. */
  readonly varyingFormats?: readonly VaryingFormat[]
  /** Returns the error code of a response, which must equal the recipe's `code` or the name of the example; null for a success. */
  readonly errorCode?: (response: ReceivedResponse) => string | null
  /** Additional checks; each problem is one sentence. */
  readonly verify?: (response: ReceivedResponse, example: ResponseExample) => readonly string[]
  /** Whether an example without a known request fails its test (default) or is only listed. */
  readonly unreachable?: 'fail' | 'report'
  /** Whether undocumented properties in responses are problems. Default: true. */
  readonly strictResponses?: boolean
  /** Time limit of each request in milliseconds. Default: 20,000. */
  readonly timeoutMs?: number
}

/** Checks that also apply to replayed examples. */
const REPLAY_CHECKS: ReadonlySet<string> = new Set(
  allChecks.flatMap(({ id, judgesReplays }) => (judgesReplays === true ? id : [])),
)

/** All examples of a document, for separate replay. */
export class ExampleSuite {
  readonly document: ApiDocument
  /** The examples that can be replayed, in document order. */
  readonly replays: readonly Replay[]
  /** Examples without a known request. */
  readonly unreachable: readonly Replay[]
  readonly #options: ExampleOptions
  readonly #started = new Set<Replay>()
  readonly #visited = new Set<Replay>()
  readonly #transports = new Map<string, Transport>()

  constructor(document: ApiDocument, options: ExampleOptions) {
    const replays = listReplays(document, options.recipe ?? 'x-request')
    assertKnownStates(replays, Object.keys(options.states ?? {}))
    this.document = document
    this.replays = replays.filter(({ unreachable }) => unreachable === undefined)
    this.unreachable = replays.filter(({ unreachable }) => unreachable !== undefined)
    this.#options = options
  }

  /** Reads the document. Rejects with a DocumentError or ConfigurationError; nothing is sent. */
  static async prepare(options: ExampleOptions): Promise<ExampleSuite> {
    if (options.baseUrl === undefined && options.fetch === undefined)
      throw new ConfigurationError('No server is configured: give `baseUrl` or `fetch`.')
    return new ExampleSuite(sendableDocument(await loadDocument(options.document)), options)
  }

  /** Prepares the state of an example and sends its request. Returns the differences in the response. */
  async play(replay: Replay): Promise<readonly string[]> {
    const { states = {}, credentials, reset, timeoutMs = 20_000 } = this.#options
    this.#started.add(replay)
    await reset?.()
    const scene =
      replay.state === undefined ? {} : ((await states[replay.state]?.(this.#context(replay))) ?? {})
    try {
      const headers = [(await credentials?.(replay)) ?? {}, scene.headers ?? {}]
      const request = writeRequest(replay, scene.ids ?? new Map(), headers)
      const received = readResponse(await this.#transport(scene.baseUrl).send(request, timeoutMs))
      this.#visited.add(replay)
      return this.#judge(replay, scene, received)
    } finally {
      await scene.end?.()
    }
  }

  /** Response examples that were not visited, and unused recipes; empty after a complete run. */
  listUnvisited(): readonly string[] {
    const { recipe = 'x-request' } = this.#options
    const planned = new Set([...this.replays, ...this.unreachable].map(({ recipePlace }) => recipePlace))
    const places = typeof recipe === 'string' ? [...findRecipePlaces(this.document, recipe)] : []
    return [
      ...this.replays.filter((replay) => !this.#visited.has(replay)).map(({ title }) => title),
      ...places.filter((place) => !planned.has(place)).map((place) => `the recipe at ${place}`),
    ]
  }

  /** Request examples that no visited replay sent unchanged; empty after a complete run. */
  listUnsent(): readonly string[] {
    const sent = new Set(
      [...this.#visited]
        .filter(({ recipe }) => recipe.body === undefined && recipe.rawBody === undefined)
        .map(({ request }) => request && nameOf(request)),
    )
    return this.document.operations.flatMap((operation) =>
      bodyExamplesOf(operation)
        .filter((request) => !sent.has(nameOf(request)))
        .map(({ name }) => `${operation.id} ${name}`),
    )
  }

  /** Whether every replay was tried; a filter may omit some. */
  get isWhole(): boolean {
    return this.#started.size === this.replays.length
  }

  close(): void {
    for (const transport of this.#transports.values()) transport.close()
  }

  #baseUrl(): string {
    const { baseUrl = 'http://localhost' } = this.#options
    return typeof baseUrl === 'string' ? baseUrl : baseUrl()
  }

  #transport(baseUrl = this.#baseUrl()): Transport {
    const { fetch } = this.#options
    const known =
      this.#transports.get(baseUrl) ??
      (fetch === undefined ? createHttpTransport(baseUrl) : createFetchTransport(fetch, baseUrl))
    this.#transports.set(baseUrl, known)
    return known
  }

  #context(example: Replay): StateContext {
    return {
      baseUrl: this.#baseUrl(),
      example,
      requestExample: (operationId, name) => {
        const operation = this.document.operations.find(({ id }) => id === operationId)
        const found = operation && bodyExamplesOf(operation).find((candidate) => candidate.name === name)
        if (found === undefined)
          throw new ConfigurationError(`The document has no request example ${name} of ${operationId}.`)
        return found.value
      },
    }
  }

  #judge(replay: Replay, { ids = new Map() }: Scene, received: ReadResponse): readonly string[] {
    const { operation, example } = replay
    const status = describeStatus(replay, received)
    if (status !== undefined) return [`${status}: ${received.text.slice(0, 500)}`]
    const policies = new Map([
      [operation.id, [{ statuses: [received.status], reason: replay.title, checks: [] }]],
    ])
    const { strictResponses = true } = this.#options
    const findings = judgeLoneResponse(this.document, operation, received, {
      checks: REPLAY_CHECKS,
      strictResponses,
      policies,
    })
    return [
      ...findings.map(({ message }) => message),
      ...this.#verify(replay, received),
      ...(example === undefined ? [] : this.#compare(replay, example.value, ids, received)),
    ]
  }

  #verify(replay: Replay, received: ReadResponse): readonly string[] {
    const { errorCode, verify } = this.#options
    const headers = new Headers(received.headers.map(([name, value]): [string, string] => [name, value]))
    const shown = { status: received.status, headers, text: received.text }
    const wanted = received.status < 400 ? null : (replay.recipe.code ?? replay.name)
    const found = errorCode === undefined ? wanted : errorCode(shown)
    return [
      ...(found === wanted ? [] : [`the error code is ${found}, not ${wanted}`]),
      ...(verify?.(shown, replay) ?? []),
    ]
  }

  #compare(replay: Replay, example: Json, ids: KnownIds, received: ReadResponse): readonly string[] {
    const { media, recipe, operation } = replay
    const kind = mediaKindOf(received.contentType ?? media?.contentType ?? '')
    const isText = kind === 'text' || (kind === 'opaque' && /[/+]xml$/.test(media?.contentType ?? ''))
    if (kind !== 'json' && !isText) return received.body.length === 0 ? ['the response has no body'] : []
    // An id in the path also occurs in the response.
    const sent = operation.parameters.flatMap(({ in: place, name }) => {
      const value = recipe.path?.[name] ?? valueOf(operation, place, name, replay.name)
      const isId = place === 'path' && (typeof value === 'string' || typeof value === 'number')
      return isId ? [[value, ids.get(value) ?? value] as const] : []
    })
    return compareExample(
      isText ? replaceIds(example, ids) : example,
      isText ? received.text : (received.json ?? null),
      {
        ...this.#options,
        idNames: media?.schema === undefined ? new Set() : readOnlyIds(media.schema),
        known: new Map([...sent, ...ids]),
        isExcerpt: recipe.excerpt ?? false,
      },
    )
  }
}

const nameOf = ({
  documentUri,
  pointer,
}: {
  readonly documentUri: string
  readonly pointer: string
}): string => `${documentUri}#${pointer}`

const describeStatus = (
  { operation, response, status }: Replay,
  received: ReadResponse,
): string | undefined => {
  const found = findResponse(operation, received.status)
  if (response !== undefined)
    return found === response ? undefined : `the status is ${received.status}, not ${status}`
  const isSuccess = received.status < 300 && found !== undefined
  return isSuccess ? undefined : `the status is ${received.status}, which is not a documented success`
}

/** Names of readOnly id properties in a schema and all referenced ones. */
const readOnlyIds = (root: SchemaNode): ReadonlySet<string> => {
  const names = new Set<string>()
  const seen = new Set<string>()
  const visit = (node: SchemaNode): void => {
    if (seen.has(placeOf(node))) return
    seen.add(placeOf(node))
    const reference = keywordOf(node, '$ref')
    if (typeof reference === 'string') visit(node.set.resolve(node, reference))
    const properties = keywordOf(node, 'properties')
    for (const [name, property] of Object.entries(isObject(properties) ? properties : {}))
      if (own(property, 'readOnly') === true && /^id$|[a-z]Id$|[_-]id$/.test(name)) names.add(name)
    for (const { child } of childrenOf(node)) visit(child)
  }
  visit(root)
  return names
}
