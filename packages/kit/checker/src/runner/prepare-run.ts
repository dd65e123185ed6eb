import { readFileSync } from 'node:fs'
import { allChecks } from '../checks/all-checks.ts'
import { propertyChecks, propertyRules } from '../properties/all-properties.ts'
import { toProperties } from '../properties/custom-sequences.ts'
import type { Property } from '../properties/property.ts'
import { toChecks } from '../checks/custom-checks.ts'
import { type CheckContractOptions, ConfigurationError } from '../core/check-options.ts'
import type { Finding } from '../core/check.ts'
import type { OtherIdentity } from '../core/exchange.ts'
import { DEFAULTS } from '../core/settings.ts'
import { explain, judgeSettings, settingsSchema } from '../core/settings-schema.ts'
import { isSafeMethod } from '@contract-kit/openapi/wire'
import { type ConnectionSettings, createFetchTransport, createHttpTransport } from '../http/transport.ts'
import { isObject, own } from '@contract-kit/json-schema/json'
import { knowFormat, type KnownFormat } from '@contract-kit/json-schema/text'
import { type ApiDocument, type ApiOperation, loadDocument } from '@contract-kit/openapi'
import { sendableDocument } from '@contract-kit/openapi/wire'
import { type Selection, selectOperations } from './plan-phases.ts'
import { WorkingRequests } from '../phases/working-requests.ts'
import { buildResourceGraph, type ResourceGraph } from '@contract-kit/resources'
import { readConfiguredValues } from '../session/configured-values.ts'
import { CoverageTracker } from '../session/coverage.ts'
import { Credentials, splitUserInfo } from '../session/credentials.ts'
import { knownCheck, readPolicies } from '../session/policies.ts'
import { describeIdentity, readIdentity } from '../session/identity.ts'
import { Recorder } from '../session/recorder.ts'
import { type RunCredentials, Session, type SessionParts } from '../session/session.ts'
import { Pace } from '../session/pace.ts'
import { FreshKeys } from '../session/fresh-keys.ts'
import { ValuePool } from '../session/value-pool.ts'
import { checkIds, runRules } from './run-checks.ts'

/** A prepared run that has sent nothing yet. */
export interface PreparedRun {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  readonly selection: Selection
  readonly session: Session
  /** The dependencies of the session. */
  readonly parts: SessionParts
  readonly working: WorkingRequests
  /** Another identity that must not access the items of the default one. */
  readonly stranger: OtherIdentity | undefined
  /** Custom properties. */
  readonly properties: readonly Property[]
  readonly seed: number
  readonly cases: number
  readonly baseUrl: string
}

const IN_PROCESS = 'http://in-process.invalid'

/** Reads the document and prepares a run of the operations that `select` keeps. Throws DocumentError or {@link ConfigurationError}. */
export const prepareRun = async (
  options: CheckContractOptions,
  now: () => number,
  select: (document: ApiDocument) => ApiDocument = sendableDocument,
): Promise<PreparedRun> => {
  assertSettings(options)
  const url = options.baseUrl ?? (options.fetch === undefined ? undefined : IN_PROCESS)
  if (url === undefined) throw noServer(await loadDocument(options.document))
  const { baseUrl, headers } = splitUserInfo(checkedUrl(url))
  const document = select(await loadDocument(options.document, readFormats(options.formats ?? {})))
  const selection = selectOperations(document, options)
  const graph = buildResourceGraph(document)
  const seed = options.seed ?? DEFAULTS.seed
  const { reset, beforeRequest } = options
  const ownChecks = toChecks(options.checks ?? [], checkIds)
  const ownProperties = toProperties(options.sequences ?? [], document, [
    ...checkIds,
    ...ownChecks.map(({ id }) => id),
  ])
  const ownRules = ownProperties.flatMap(({ rules }) => rules)
  const knownIds = [...checkIds, ...ownChecks.map(({ id }) => id), ...ownRules.map(({ id }) => id)]
  const disabled = new Set((options.disableChecks ?? []).map((id) => knownCheck(id, knownIds)))
  const [first, ...others] = Object.entries(options.identities ?? {}).map(([name, identity]) =>
    describeIdentity(name, identity, document),
  )
  let isEnough = false
  const hear = ({ key, check, operationId, message }: Finding): void => {
    // Operations that are only sent for others have no findings.
    if (selection.leftOut.some(({ id }) => id === operationId)) return
    isEnough ||= options.onFinding?.({ key, check, operationId, message }) === 'stop'
  }
  const parts: SessionParts = {
    document,
    baseUrl,
    transport:
      options.fetch === undefined
        ? createHttpTransport(baseUrl, readConnection(options))
        : createFetchTransport(options.fetch, baseUrl),
    checks: [...allChecks, ...propertyChecks, ...ownChecks].filter(({ id }) => !disabled.has(id)),
    rules: [...propertyRules, ...ownRules].filter(({ id }) => !disabled.has(id)),
    settings: {
      strictResponses: options.strictResponses ?? DEFAULTS.strictResponses,
      maxResponseTimeMs: options.maxResponseTimeMs,
      policies: readPolicies(document, options.policies ?? {}, knownIds),
    },
    credentials: new Credentials(document, { ...headers, ...options.headers }),
    others,
    recorder: new Recorder(disabled, hear),
    coverage: new CoverageTracker(selection.selected),
    pool: new ValuePool(document, graph),
    keys: new FreshKeys(seed),
    configured: readConfiguredValues(document, options.values ?? {}, seed),
    timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
    pace: new Pace({
      workers: options.workers ?? DEFAULTS.workers,
      rateLimit: options.rateLimit ?? Infinity,
      maxRequests: options.maxRequests ?? Infinity,
      maxRequestsPerOperation: options.maxRequestsPerOperation ?? DEFAULTS.maxRequestsPerOperation,
      maxPauseMs: options.maxPauseMs ?? DEFAULTS.maxPauseMs,
      deadline: options.maxTimeMs === undefined ? Infinity : now() + options.maxTimeMs,
      stopReason: () => (isEnough ? 'onFinding ended it' : undefined),
      now,
    }),
    isForbidden: ({ operation, request: { method } }) =>
      (operation !== undefined && selection.forbidden.has(operation)) ||
      (options.readOnly === true && !isSafeMethod(method)),
    authenticate: authenticator(options, document, baseUrl),
    reset: reset && (async () => runHook('reset', () => reset({ url: baseUrl }))),
    onRequest: options.onRequest,
    beforeRequest:
      beforeRequest && (async (request) => runHook('beforeRequest', () => beforeRequest(request))),
  }
  return {
    document,
    graph,
    selection,
    parts,
    ...workWith(parts, graph, seed),
    properties: ownProperties,
    stranger: first?.owns === true ? others.find(({ owns, isExpired }) => owns && !isExpired) : undefined,
    seed,
    cases: options.cases ?? DEFAULTS.cases,
    baseUrl,
  }
}

/** The same run with other parts and a new session. */
export const withParts = (run: PreparedRun, changed: Partial<SessionParts>): PreparedRun => {
  const parts = { ...run.parts, ...changed }
  return { ...run, parts, ...workWith(parts, run.graph, run.seed) }
}

const workWith = (
  parts: SessionParts,
  graph: ResourceGraph,
  seed: number,
): Pick<PreparedRun, 'session' | 'working'> => {
  const session = new Session(parts)
  return { session, working: new WorkingRequests(session, parts, graph, seed) }
}

/** Suggests the first absolute server of the document. It may be production, so it is not used automatically. */
const noServer = ({ raw }: ApiDocument): ConfigurationError => {
  const servers = own(raw, 'servers')
  const named = (Array.isArray(servers) ? servers : [])
    .map((server) => (isObject(server) ? own(server, 'url') : undefined))
    .find((url) => typeof url === 'string' && /^https?:\/\/[^{}]+$/.test(url))
  const suggestion = typeof named === 'string' ? `; the document names ${named}` : ''
  return new ConfigurationError(`No server is configured: give a base URL or a fetch function${suggestion}.`)
}

const checkedUrl = (url: string): string => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ConfigurationError(
      `The base URL ${url} is not an http or https URL; write it in full, such as http://127.0.0.1:3000/v1.`,
    )
  }
  return url
}

/** Custom formats by name. */
const readFormats = (
  formats: NonNullable<CheckContractOptions['formats']>,
): ReadonlyMap<string, KnownFormat> => {
  try {
    return new Map(Object.entries(formats).map(([name, format]) => [name, knowFormat(name, format)]))
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigurationError(error.message, { cause: error })
    throw error
  }
}

const authenticator = (
  { identities = {}, authenticate }: CheckContractOptions,
  document: ApiDocument,
  url: string,
): (() => Promise<RunCredentials>) | undefined => {
  const [first, ...others] = Object.entries(identities)
  if (first === undefined && authenticate === undefined) return undefined
  return async () => ({
    headers: {
      ...(first && (await readIdentity(first[1], document))),
      ...(authenticate && (await runHook('authenticate', () => authenticate({ url })))),
    },
    others: Object.fromEntries(
      await Promise.all(
        others.map(async ([name, identity]) => [name, await readIdentity(identity, document)] as const),
      ),
    ),
  })
}

/** Reads the TLS files of a connection. Throws {@link ConfigurationError}. */
export const readConnection = ({
  tls = {},
  proxy,
}: Pick<CheckContractOptions, 'tls' | 'proxy'>): ConnectionSettings => {
  if ((tls.cert === undefined) !== (tls.key === undefined))
    throw new ConfigurationError('A client certificate needs both `cert` and `key`; only one is given.')
  // The proxy URL may contain a password, so messages omit it.
  if (proxy !== undefined && !(URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol)))
    throw new ConfigurationError('The proxy must be an http or https URL, such as http://127.0.0.1:8080.')
  const { ca, cert, key, insecure } = tls
  return { ca: readPem('ca', ca), cert: readPem('cert', cert), key: readPem('key', key), insecure, proxy }
}

const readPem = (name: string, path: string | undefined): string | undefined => {
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigurationError(`The ${name} file ${path} cannot be read.`, { cause: error })
  }
}

/** Validates options by the settings schema. Throws {@link ConfigurationError}. */
const assertSettings = ({ document: _document, ...options }: CheckContractOptions): void => {
  const settings = Object.entries(options).filter(([name]) => Object.hasOwn(settingsSchema.properties, name))
  // Undefined options are not set, and Infinity means no limit.
  const data: unknown = JSON.parse(
    JSON.stringify(Object.fromEntries(settings), (_name, value: unknown) =>
      value === Infinity ? undefined : value,
    ),
  )
  const [failure] = judgeSettings(data)
  if (failure !== undefined)
    throw new ConfigurationError(`The option ${failure.instancePointer.slice(1)} ${explain(failure)}.`)
}

const runHook = async <Result>(name: string, hook: () => Promise<Result> | Result): Promise<Result> => {
  try {
    return await hook()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`The ${name} hook failed: ${reason}`, { cause: error })
  }
}

/**
 * The operation of a replay key; undefined if the key is about a path or the whole run. Throws {@link ConfigurationError} for an unknown
 * operation.
 */
export const operationOfKey = (document: ApiDocument, key: string): ApiOperation | undefined => {
  const subject = key.slice(key.indexOf(':') + 1, key.lastIndexOf(':'))
  const operation = document.operations.find(({ id }) => id === subject)
  if (operation !== undefined || subject.startsWith('/') || key.startsWith(`${runRules.threshold.id}:`))
    return operation
  throw new ConfigurationError(`The finding ${key} is about ${subject}, which the document does not have.`)
}
