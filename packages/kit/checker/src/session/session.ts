import { isDeepStrictEqual } from 'node:util'
import { ConfigurationError, type Hooks, type RequestLogEntry } from '../core/check-options.ts'
import { version } from '../core/version.ts'
import type { CredentialHeaders } from '../core/settings.ts'
import { positiveDataAcceptance } from '../checks/exchanges/acceptance.ts'
import { type Check, isTurnedOff, keyOf } from '../core/check.ts'
import { exchangesOf, judgeShown, type PropertyRule, type Shown } from '../core/evidence.ts'
import {
  type AuthMode,
  type Case,
  type CheckSettings,
  createExchange,
  type Exchange,
  type NearAuthMode,
  type OtherIdentity,
  readResponse,
} from '../core/exchange.ts'
import {
  isSafeMethod,
  judgeRequest,
  UnsendableError,
  type WireRequest,
  type WireResponse,
} from '@contract-kit/openapi/wire'
import { ConnectionError, type TimedResponse, TimeoutError, type Transport } from '../http/transport.ts'
import { appendTokens } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import type { ApiDocument } from '@contract-kit/openapi'
import type { CoverageTracker } from './coverage.ts'
import type { Credentials } from './credentials.ts'
import type { FreshKeys } from './fresh-keys.ts'
import type { ConfiguredValues } from './configured-values.ts'
import { ObstacleCount, obstacleOf } from './obstacles.ts'
import { type Pace, StopRun } from './pace.ts'
import { Patience } from './patience.ts'
import type { Recorder } from './recorder.ts'
import { Requirements } from './rejections.ts'
import type { ValuePool } from './value-pool.ts'

/** The dependencies of a session, which other parts of the run share. */
export interface SessionParts {
  readonly document: ApiDocument
  readonly baseUrl: string
  readonly transport: Transport
  readonly checks: readonly Check[]
  /** The rules that judge evidence. */
  readonly rules: readonly PropertyRule[]
  readonly settings: CheckSettings
  readonly credentials: Credentials
  /** The identities other than the default one. */
  readonly others: readonly OtherIdentity[]
  readonly recorder: Recorder
  readonly coverage: CoverageTracker
  readonly pool: ValuePool
  /** Gives requests new idempotency keys. Undefined: each request keeps its own. */
  readonly keys: FreshKeys | undefined
  readonly configured: ConfiguredValues
  readonly timeoutMs: number
  readonly pace: Pace
  /** Whether a case must not be sent: its operation is excluded, or may change protected data. */
  readonly isForbidden: (sent: Case) => boolean
  readonly authenticate: (() => Promise<RunCredentials>) | undefined
  readonly reset: (() => Promise<void>) | undefined
  readonly onRequest: ((entry: RequestLogEntry) => void) | undefined
  readonly beforeRequest: Hooks['beforeRequest'] | undefined
}

/** Credentials of the default identity, and of the others by name. */
export interface RunCredentials {
  readonly headers: CredentialHeaders
  readonly others: Readonly<Record<string, CredentialHeaders>>
}

/** Sends cases one after another, has the responses judged, and keeps the state. */
export class Session {
  readonly #parts: SessionParts
  /** The number of rejected valid requests by operation and status, for policies. */
  readonly policyHits = new Map<string, number>()
  readonly patience = new Patience()
  readonly obstacles = new ObstacleCount()
  /** The last rejected request of each operation, by id; valid ones take precedence. */
  readonly #refused = new Map<string, Exchange>()
  readonly requirements = new Requirements()
  #requests = 0
  #silences = 0
  #credentialsRefused = false

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  get requests(): number {
    return this.#requests
  }

  /**
   * Sends one case and records the findings. Undefined if the request cannot be sent or gets no response; the latter is a finding. Throws
   * {@link StopRun} if the time limit is reached or the server is down.
   */
  async send(sent: Case, history: readonly Exchange[] = []): Promise<Exchange | undefined> {
    const exchange = await this.exchange(sent, history)
    if (exchange !== undefined) {
      this.judge(exchange)
      await this.restoreAfter(exchange)
    }
    return exchange
  }

  /** Resets the server after an accepted invalid request, because it may have left invalid data. */
  async restoreAfter({ case: { phase, request }, verdict, response }: Exchange): Promise<void> {
    if (
      phase !== 'stateful' &&
      !isSafeMethod(request.method) &&
      verdict?.isInvalid === true &&
      response.status < 300
    )
      await this.reset()
  }

  /**
   * Sends one case without judging the response, to prepare state or to reproduce a fault. Does not repeat a case that never gets a
   * response in time.
   */
  async exchange(given: Case, history: readonly Exchange[] = []): Promise<Exchange | undefined> {
    if (this.#parts.isForbidden(given) || this.patience.isLostWith(given.operation)) return undefined
    const sent = this.#parts.keys?.renew(given) ?? given
    if (NEARLY_RIGHT.has(sent.auth) && this.#isWithoutCredentials(sent)) return undefined
    let response = await this.#transmit(sent)
    if (response !== undefined && this.#isRefusedCredentials(sent, response)) {
      await this.authenticate()
      response = await this.#transmit(sent)
    }
    if (response === undefined) return undefined
    const conditional = response.status === 428 ? await this.#withCondition(sent) : undefined
    if (conditional !== undefined) return this.exchange(conditional, history)
    const exchange = createExchange(
      this.#parts.document,
      sent,
      readResponse(response),
      history,
      this.#parts.settings,
      sent.operation && judgeRequest(sent.operation, this.#parts.credentials.withPlainHeaders(sent)),
    )
    // Items of another identity may not be visible to the default one.
    if (sent.identity === undefined) this.#parts.pool.remember(exchange)
    return exchange
  }

  /** Whether the request has no credential to vary. */
  #isWithoutCredentials(sent: Case): boolean {
    const { credentials } = this.#parts
    return isDeepStrictEqual(credentials.dress(sent), credentials.dress({ ...sent, auth: 'none' }))
  }

  /** Judges an exchange; returns the keys of new faults. */
  judge(exchange: Exchange): readonly string[] {
    const obstacle = obstacleOf(exchange)
    this.obstacles.see(exchange, obstacle)
    this.#parts.coverage.see(exchange, obstacle !== undefined && obstacle !== 'no data')
    this.#countPolicy(exchange)
    this.#noteRefusal(exchange)
    const { checks, recorder } = this.#parts
    const isExplained = this.requirements.explains(exchange)
    const fresh: string[] = []
    for (const check of checks) {
      if (isExplained && check.id === positiveDataAcceptance.id) continue
      const found = check.verify(exchange)
      if (found.length > 0) fresh.push(...recorder.record(check, found, exchange))
    }
    for (const key of fresh) recorder.setMade(key, this.#madeBefore(exchange))
    return fresh
  }

  /** Passes evidence to the oracles. */
  show(shown: Shown): void {
    const { rules, recorder } = this.#parts
    const exchange = exchangesOf(shown).at(-1)
    if (exchange === undefined) return
    for (const rule of rules) {
      const found = judgeShown(rule, shown)
      for (const key of recorder.record(rule, found, exchange, exchange.case, shown))
        recorder.setMade(key, this.#madeBefore(exchange))
    }
  }

  /** The creations of items in an exchange and its history, without those in the history. */
  #madeBefore(exchange: Exchange): readonly Exchange[] {
    const story = [...exchange.history, exchange]
    const made = story.flatMap((step) => this.#parts.pool.makersOf(step.case))
    return [...new Set(made)].filter((maker) => !story.includes(maker))
  }

  /** The keys of all faults in an exchange; records nothing. */
  faultsOf(exchange: Exchange): readonly string[] {
    return this.#parts.checks.flatMap((check) => check.verify(exchange).map(({ key }) => key))
  }

  /** Restores the initial state of the server, if there is a reset hook. */
  async reset(): Promise<void> {
    if (this.#parts.reset === undefined) return
    await this.#parts.reset()
    this.#parts.pool.clear()
  }

  /** Requests credentials, if there is a hook. */
  async authenticate(): Promise<void> {
    if (this.#parts.authenticate === undefined) return
    const { headers, others } = await this.#parts.authenticate()
    for (const [name, other] of Object.entries(others))
      if (isDeepStrictEqual(other, headers))
        throw new ConfigurationError(
          `The identity ${name} has the same credentials as the first identity; give it its own.`,
        )
    this.#parts.credentials.renew(headers, others)
  }

  /** The rejected request that best explains why these operations do not succeed. */
  nearestRefusal(operations: readonly string[]): Exchange | undefined {
    const refused = operations.flatMap((id) => this.#refused.get(id) ?? [])
    return refused.find(isPositive) ?? refused[0]
  }

  #noteRefusal(exchange: Exchange): void {
    const { operation, request } = exchange.case
    if (operation?.method !== request.method || exchange.response.status < 300) return
    const known = this.#refused.get(operation.id)
    if (known === undefined || isPositive(exchange) || !isPositive(known))
      this.#refused.set(operation.id, exchange)
  }

  #countPolicy({ case: { operation, mode }, verdict, response: { status } }: Exchange): void {
    if (operation === undefined || mode !== 'positive' || verdict?.isValid !== true || status < 400) return
    if (
      this.#parts.settings.policies.get(operation.id)?.some(({ statuses }) => statuses.includes(status)) !==
      true
    )
      return
    const place = `${operation.id}\n${status}`
    this.policyHits.set(place, (this.policyHits.get(place) ?? 0) + 1)
  }

  /** Sends a request, and retries it if the server requests a pause. */
  async #transmit(sent: Case, retries = 0): Promise<TimedResponse | undefined> {
    const { credentials, transport, timeoutMs, pace } = this.#parts
    const request = withUserAgent(sent, credentials.dress(sent))
    if (!(await pace.admit(sent.operation))) return undefined
    const sentAt = Date.now()
    try {
      const response = await this.#prepare(sent, request)
        .then((prepared) => transport.send(prepared, timeoutMs))
        .finally(() => pace.release())
      this.#count(sent, response.status)
      this.#silences = 0
      this.patience.note(sent.operation, true)
      if (!pace.shouldRetry(sent.operation, response, retries)) return response
      this.#parts.coverage.seeStatus(sent.operation, response.status)
      return await this.#transmit(sent, retries + 1)
    } catch (error) {
      if (error instanceof UnsendableError) return undefined
      if (!(error instanceof TimeoutError) && !(error instanceof ConnectionError)) throw error
      this.#count(sent, 0)
      this.#recordSilence({ ...sent, silence: { sentAt, elapsedMs: Date.now() - sentAt } }, error)
      return undefined
    }
  }

  /** Calls the hook that adds headers to a request. */
  async #prepare({ operation, phase }: Case, request: WireRequest): Promise<WireRequest> {
    const { beforeRequest } = this.#parts
    if (beforeRequest === undefined) return request
    const added = Object.entries(
      (await beforeRequest({ ...request, operationId: operation?.id ?? null, phase })) ?? {},
    )
    const names = new Set(added.map(([name]) => name.toLowerCase()))
    const kept = request.headers.filter(([name]) => !names.has(name))
    return {
      ...request,
      headers: [...kept, ...added.map(([name, value]) => [name.toLowerCase(), value] as const)],
    }
  }

  #count(sent: Case, status: number): void {
    this.#requests += 1
    const { method, target, body } = sent.request
    this.#parts.onRequest?.({
      phase: sent.phase,
      operationId: sent.operation?.id ?? null,
      scenario: sent.scenario,
      method,
      target,
      body: typeof body === 'string' ? body : Buffer.from(body ?? []).toString('base64'),
      status,
    })
  }

  /** Adds a condition to a change that must be conditional (RFC 6585, 3): the current entity tag. */
  async #withCondition(sent: Case): Promise<Case | undefined> {
    const { operation, request } = sent
    if (operation === undefined || request.headers.some(([name]) => name.startsWith('if-'))) return undefined
    const get = this.#parts.document.paths.get(operation.path)?.find(({ method }) => method === 'GET')
    if (get === undefined) return undefined
    const [target = ''] = request.target.split('?')
    const headers = [['accept', '*/*']] as const
    const read = await this.#transmit({
      ...sent,
      operation: get,
      request: { method: 'GET', target, headers, body: undefined },
    })
    const tag = read?.headers.find(([name]) => name === 'etag')?.[1]
    return tag === undefined
      ? undefined
      : { ...sent, request: { ...request, headers: [...request.headers, ['if-match', tag]] } }
  }

  /**
   * Requests new credentials if the server rejects those of a request that should succeed, because they may have expired. Does so once
   * until a request succeeds again.
   */
  #isRefusedCredentials(sent: Case, response: TimedResponse): boolean {
    if (response.status < 400) this.#credentialsRefused = false
    const secured = (sent.operation?.security.length ?? 0) > 0
    if (!secured || sent.auth !== 'given' || sent.mode !== 'positive' || !rejectsCredentials(response))
      return false
    if (this.#parts.authenticate === undefined || this.#credentialsRefused) return false
    this.#credentialsRefused = true
    return true
  }

  /** If the server is down right after a request without a response, both are one fault: that request brought it down. */
  #recordSilence(sent: Case, error: TimeoutError | ConnectionError): void {
    const isGone = error instanceof ConnectionError && error.isRefused
    const broken = error instanceof TimeoutError ? silenceRules.timeout : silenceRules.noAnswer
    const operationId = sent.operation?.id ?? null
    const subject = operationId ?? sent.path
    const pointer = sent.operation?.pointer ?? appendTokens('/paths', sent.path)
    const message = `${subject} gave no response: ${error.message}.`
    const finding = {
      check: broken.id,
      operationId,
      pointer,
      message,
      key: keyOf(broken.id, subject, pointer),
      // A server usually handles undeclared methods of all paths in one place.
      ...(sent.operation === undefined ? { cause: `${sent.request.method} ${error.message}` } : {}),
    }
    if (!isTurnedOff(broken.id, sent, this.#parts) && (!isGone || this.#silences === 0))
      this.#parts.recorder.record(broken, [finding], undefined, sent)
    this.#silences += 1
    if (error instanceof TimeoutError) this.patience.note(sent.operation, false)
    if (isGone) throw new StopRun('the server can no longer be reached')
  }
}

const isPositive = ({ case: { mode, auth } }: Exchange): boolean => mode === 'positive' && auth === 'given'

/** Rules about requests without a response. */
export const silenceRules = {
  timeout: { id: 'timeout', title: 'No response in time', severity: 'high' },
  noAnswer: { id: 'no-response', title: 'No response', severity: 'critical' },
} as const

const NEARLY_RIGHT: ReadonlySet<AuthMode> = new Set<NearAuthMode>(['cut', 'longer', 'recased', 'relabeled'])

/**
 * Adds a User-Agent, as clients should send one (RFC 9110, 10.1.5) and some servers require it. A case that tests the documented header
 * stays unchanged.
 */
const withUserAgent = ({ operation, mode, target }: Case, request: WireRequest): WireRequest => {
  const declared = operation?.parameters.find(({ in: location, name }) => isUserAgent(location, name))
  const isLeftOut = mode === 'negative' && isUserAgent(target.location, target.name)
  const isSent = request.headers.some(([name]) => name === 'user-agent')
  const name = `contract-checker/${version}`
  const isFit = declared?.schema === undefined || isValid(declared.schema, name, { direction: 'request' })
  return isSent || isLeftOut || !isFit
    ? request
    : { ...request, headers: [...request.headers, ['user-agent', name]] }
}

const isUserAgent = (location: string, name: string): boolean =>
  location === 'header' && name.toLowerCase() === 'user-agent'

/** Phrases for a missing, unknown or expired token in APIs that return 400 or 403. */
const WORDS =
  /\b(unauthori[sz]ed|unauthenticated|authori[sz]ation|credentials?|(access|session|bearer|auth)[ _-]?token|token (is |has )?(expired|invalid|missing)|session (is |has )?expired|api[ _-]?key)\b/i

/** Whether a response rejects the credentials: 401, or 400 and 403 with such a phrase. */
const rejectsCredentials = ({ status, body }: WireResponse): boolean =>
  status === 401 || ((status === 400 || status === 403) && WORDS.test(new TextDecoder().decode(body)))
