import { allChecks } from '../checks/all-checks.ts'
import { type CheckContractOptions, ConfigurationError } from '../core/check-options.ts'
import { isSafeMethod } from '../http/wire-request.ts'
import { createFetchTransport, createHttpTransport } from '../http/transport.ts'
import type { ApiDocument, ApiOperation } from '../openapi/api-document.ts'
import { loadDocument } from '../openapi/load-document.ts'
import { type Selection, selectOperations } from '../phases/plan-phases.ts'
import { WorkingRequests } from '../phases/working-requests.ts'
import { buildResourceGraph } from '../resources/build-resource-graph.ts'
import type { ResourceGraph } from '../resources/resource-graph.ts'
import { CoverageTracker } from '../session/coverage.ts'
import { Credentials, splitUserInfo } from '../session/credentials.ts'
import { knownCheck, readPolicies } from '../session/policies.ts'
import { Recorder } from '../session/recorder.ts'
import { Session } from '../session/session.ts'
import { Pace } from '../session/pace.ts'
import { ValuePool } from '../session/value-pool.ts'
import { checkIds, runLaws } from './run-checks.ts'

/** A run with all its parts put together and nothing sent yet. */
export interface PreparedRun {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  readonly selection: Selection
  readonly session: Session
  readonly working: WorkingRequests
  readonly seed: number
  readonly cases: number
  readonly baseUrl: string
}

/** Requests to one operation that no honest run needs: beyond, something goes round in circles. */
const REQUESTS_PER_OPERATION = 20_000

const IN_PROCESS = 'http://in-process.invalid'

/** Reads the document and puts a run together. Throws DocumentError or {@link ConfigurationError}. */
export const prepareRun = async (options: CheckContractOptions, now: () => number): Promise<PreparedRun> => {
  const { baseUrl, headers } = splitUserInfo(baseUrlOf(options))
  const document = await loadDocument(options.document)
  const selection = selectOperations(document, options)
  const graph = buildResourceGraph(document)
  const seed = wholeNumber('seed', options.seed ?? 1, 2 ** 31 - 1)
  const { authenticate, reset } = options
  const disabled = new Set((options.disableChecks ?? []).map((id) => knownCheck(id, checkIds)))
  const session = new Session({
    document,
    baseUrl,
    transport:
      options.fetch === undefined
        ? createHttpTransport(baseUrl)
        : createFetchTransport(options.fetch, baseUrl),
    checks: allChecks.filter(({ id }) => !disabled.has(id)),
    settings: {
      strictResponses: options.strictResponses ?? true,
      maxResponseTimeMs: options.maxResponseTimeMs,
      policies: readPolicies(document, options.policies ?? {}, checkIds),
    },
    credentials: new Credentials(document, { ...headers, ...options.headers }),
    recorder: new Recorder(disabled),
    coverage: new CoverageTracker(selection.selected),
    pool: new ValuePool(document, graph),
    timeoutMs: options.timeoutMs ?? 10_000,
    pace: new Pace({
      workers: options.workers ?? 1,
      rateLimit: positive('rateLimit', options.rateLimit ?? Infinity),
      maxRequests: options.maxRequests ?? Infinity,
      maxRequestsPerOperation: options.maxRequestsPerOperation ?? REQUESTS_PER_OPERATION,
      deadline: options.maxTimeMs === undefined ? Infinity : now() + options.maxTimeMs,
      now,
    }),
    isForbidden: ({ operation, request: { method } }) =>
      (operation !== undefined && selection.forbidden.has(operation)) ||
      (options.readOnly === true && !isSafeMethod(method)),
    authenticate: authenticate && (async () => runHook('authenticate', () => authenticate({ url: baseUrl }))),
    reset: reset && (async () => runHook('reset', () => reset({ url: baseUrl }))),
    onRequest: options.onRequest,
  })
  const cases = wholeNumber('cases', options.cases ?? 100, 1_000_000)
  return {
    document,
    graph,
    selection,
    session,
    working: new WorkingRequests(session, graph, seed),
    seed,
    cases,
    baseUrl,
  }
}

const baseUrlOf = ({ baseUrl, fetch }: CheckContractOptions): string => {
  const url = baseUrl ?? (fetch === undefined ? undefined : IN_PROCESS)
  if (url === undefined)
    throw new ConfigurationError('There is no server to check: give a base URL or a fetch function.')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ConfigurationError(
      `The base URL ${url} is no http or https URL; write it in full, such as http://127.0.0.1:3000/v1.`,
    )
  }
  return url
}

const positive = (name: string, value: number): number => {
  if (value > 0) return value
  throw new ConfigurationError(`The ${name} must be a number above 0.`)
}

const wholeNumber = (name: string, value: number, max: number): number => {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value
  throw new ConfigurationError(`The ${name} must be a whole number from 0 to ${max}.`)
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
 * The operation a replay key is about; undefined where it is about a path or the whole run. One that the document does not have
 * is a {@link ConfigurationError}.
 */
export const operationOfKey = (document: ApiDocument, key: string): ApiOperation | undefined => {
  const subject = key.slice(key.indexOf(':') + 1, key.lastIndexOf(':'))
  const operation = document.operations.find(({ id }) => id === subject)
  if (operation !== undefined || subject.startsWith('/') || key.startsWith(`${runLaws.threshold.id}:`))
    return operation
  throw new ConfigurationError(`The finding ${key} is about ${subject}, which the document does not have.`)
}
