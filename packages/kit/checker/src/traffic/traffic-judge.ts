import { type ApiDocument, DocumentError, isUnread } from '@contract-kit/openapi'
import { findRoute } from '@contract-kit/openapi/wire'
import type { CheckContractOptions } from '../core/check-options.ts'
import type { CheckResult, Coverage, TrafficGroup, TrafficSummary } from '../core/check-result.ts'
import type { Exchange } from '../core/exchange.ts'
import { isSecretName, type MaskOptions, maskText } from '../http/secrets.ts'
import { counted } from '../reports/verdict-text.ts'
import { reportedFindings } from '../runner/findings.ts'
import { type PreparedRun, prepareRun, withParts } from '../runner/prepare-run.ts'
import { missedThresholds, runRules } from '../runner/run-checks.ts'
import { verdictOf } from '../runner/to-result.ts'
import { CoverageTracker } from '../session/coverage.ts'
import { countPolicies } from '../session/policies.ts'
import { Recorder } from '../session/recorder.ts'
import { type ApiStart, createPlaceFinder, type Place } from './find-place.ts'
import { isResponseSeen, toExchange, undeclaredParameters } from './judge-exchange.ts'
import { headerOf, type SeenExchange } from './seen-exchange.ts'
import { toTrafficChecks } from './traffic-checks.ts'
import { PropertyTracker } from './unseen-properties.ts'

/** Options for judging traffic: the settings of a check that do not concern its own requests. */
export interface TrafficOptions
  extends
    Pick<CheckContractOptions, 'document' | 'disableChecks' | 'policies' | 'checks' | 'formats'>,
    Pick<CheckContractOptions, 'strictResponses' | 'maxResponseTimeMs' | 'thresholds' | 'showSecrets'>,
    ApiStart {
  /** The request header whose values identify groups of exchanges, such as parallel test runs. */
  readonly identify?: string
}

/** Maximum number of groups; a header with more values identifies requests instead. */
const MAX_GROUPS = 1_000

/** Judges recorded exchanges one after another, with the checks of a run. */
export class TrafficJudge {
  readonly #options: TrafficOptions
  readonly #run: PreparedRun
  readonly #findPlace: ReturnType<typeof createPlaceFinder>
  readonly #groups = new Map<string, { readonly run: PreparedRun; exchanges: number }>()
  readonly #undocumented = new Map<string, number>()
  readonly #undeclared = new Map<string, number>()
  readonly #notJudged = new Map<string, number>()
  readonly #properties = new PropertyTracker()
  readonly #baseUrls = new Set<string>()
  /** Exchanges of unnamed origins that have not matched an operation yet, by origin. */
  readonly #strangers = new Map<string, SeenExchange[]>()
  readonly #known = new Set<string>()
  readonly #startedAt = performance.now()
  #exchanges = 0
  #judged = 0
  #unseenBodies = 0
  #belowNoBase = 0

  private constructor(run: PreparedRun, options: TrafficOptions) {
    this.#run = run
    this.#options = options
    this.#findPlace = createPlaceFinder(run.document, options)
  }

  /** Reads the document. Throws DocumentError or ConfigurationError. */
  static async open(options: TrafficOptions): Promise<TrafficJudge> {
    const run = await prepareRun({ ...options, fetch: sendNothing }, () => 0, assertReadable)
    return new TrafficJudge(withParts(run, { checks: toTrafficChecks(run.parts.checks) }), options)
  }

  /** The secrets seen so far, for masking. */
  get mask(): MaskOptions {
    const { secretNames, secrets } = this.#run.parts.credentials
    return { showSecrets: this.#options.showSecrets ?? false, secretNames, secrets }
  }

  /** Counts an exchange that cannot be judged, by a short reason. */
  leaveOut(reason: string): void {
    this.#exchanges += 1
    count(this.#notJudged, reason)
  }

  /** Judges an exchange, or counts the reason why it cannot be judged. */
  see(seen: SeenExchange): void {
    const place = this.#findPlace(seen.method, seen.url)
    const { origin } = URL.parse(seen.url) ?? { origin: seen.url.split(/[?#]/)[0] ?? '' }
    const reason = whyNoCall(seen)
    if (reason !== undefined) this.leaveOut(reason)
    else if (place === undefined) this.#leaveOutside(seen, origin)
    else if (place.isOriginNamed || place.operation !== undefined || this.#known.has(origin)) {
      this.#judge(place, seen)
      if (place.operation !== undefined) this.#welcome(origin)
    } else {
      const waiting = this.#strangers.get(origin) ?? []
      waiting.push(seen)
      this.#strangers.set(origin, waiting)
    }
  }

  /** The findings and the coverage. */
  result(): CheckResult {
    for (const [origin, waiting] of this.#strangers)
      for (const seen of waiting) this.#leaveOutside(seen, origin)
    this.#strangers.clear()
    const { document, session, parts, seed } = this.#run
    const coverage = coverageOf(this.#run)
    parts.recorder.record(
      runRules.threshold,
      missedThresholds(coverage, this.#options.thresholds ?? {}).map(({ finding }) => finding),
    )
    const findings = reportedFindings(this.#run, this.#options)
    const never = coverage.byOperation.filter(({ statuses }) => Object.keys(statuses).length === 0)
    const skipped = [
      ...document.unread.map(({ id, reason }) => ({ operationId: id, reason })),
      ...never.map(({ operationId }) => ({ operationId, reason: 'no exchange shows it' })),
    ]
    const obstacles = session.obstacles.report()
    return {
      document: typeof this.#options.document === 'string' ? this.#options.document : '',
      title: document.title,
      baseUrl: this.#options.url ?? [...this.#baseUrls].join(', '),
      seed,
      phases: ['traffic'],
      requests: this.#judged,
      durationMs: performance.now() - this.#startedAt,
      findings,
      coverage,
      notes: [...document.notes, ...this.#notes()],
      skipped,
      verdict: verdictOf(findings, coverage.responses.share, skipped, obstacles),
      obstacles,
      policiesUsed: countPolicies(session.policyHits, parts.settings.policies),
      traffic: this.#summary(),
    }
  }

  #judge(found: Place, seen: SeenExchange): void {
    const { document, session, parts } = this.#run
    const { operation } = found
    const { requestHeaders: headers, responseHeaders } = seen
    parts.credentials.learn({ target: found.target, headers }, { headers: responseHeaders })
    // The key of a finding contains the path, and reports do not mask keys.
    const path = found.isPathDeclared ? found.path : maskText(found.path, this.mask)
    const place = { ...found, path }
    if (operation === undefined && isUnread(document, path, seen.method))
      return this.leaveOut(`operation that cannot be read: ${seen.method} ${path}`)
    if (operation === undefined && isPageLoad(seen)) return this.leaveOut('part of a page')
    this.#exchanges += 1
    this.#judged += 1
    this.#baseUrls.add(place.baseUrl)
    this.#note(place, seen)
    const exchange = toExchange(document, place, seen, parts)
    session.judge(exchange)
    this.#properties.see(exchange)
    this.#judgeInGroup(exchange, seen)
  }

  #judgeInGroup(exchange: Exchange, { requestHeaders }: SeenExchange): void {
    const { identify } = this.#options
    const name = identify === undefined ? undefined : headerOf(requestHeaders, identify.toLowerCase())
    if (name === undefined || (this.#groups.size >= MAX_GROUPS && !this.#groups.has(name))) return
    const group = this.#groups.get(name) ?? { run: this.#newGroup(), exchanges: 0 }
    this.#groups.set(name, group)
    group.exchanges += 1
    group.run.session.judge(exchange)
  }

  #newGroup(): PreparedRun {
    const coverage = new CoverageTracker(this.#run.selection.selected)
    return withParts(this.#run, { recorder: new Recorder(), coverage })
  }

  /** Counts undocumented and unrecorded parts. */
  #note({ operation, path, target, isPathDeclared }: Place, seen: SeenExchange): void {
    const { method, requestHeaders } = seen
    const { secretNames } = this.#run.parts.credentials
    if (!isResponseSeen(seen) || seen.requestBody === 'unseen') this.#unseenBodies += 1
    if (operation !== undefined) {
      const isCredential = (name: string): boolean => isSecretName(name, secretNames)
      for (const name of undeclaredParameters(operation, target, isCredential))
        count(this.#undeclared, `${operation.id}: ${name}`)
      return
    }
    const methods = this.#run.document.paths.get(path)?.map((one) => one.method) ?? []
    const isImplied =
      (method === 'HEAD' && methods.includes('GET')) ||
      (method === 'OPTIONS' && headerOf(requestHeaders, 'access-control-request-method') !== undefined)
    if (!isImplied) count(this.#undocumented, `${method} ${path}`)
    if (!isPathDeclared && this.#isOtherwiseDeclared(seen)) this.#belowNoBase += 1
  }

  /** Counts or postpones an exchange with an unknown origin or outside of the base path. */
  #leaveOutside(seen: SeenExchange, origin: string): void {
    if (this.#isOtherwiseDeclared(seen)) this.#belowNoBase += 1
    this.leaveOut(`outside the API: ${origin}`)
  }

  /** Whether the document would contain the path if the API started at the root of its server. */
  #isOtherwiseDeclared({ url }: SeenExchange): boolean {
    const path = /^\w+:\/\/[^/?#]*([^?#]+)/.exec(url)?.[1]
    return path !== undefined && findRoute(this.#run.document, path) !== undefined
  }

  /** Accepts an origin after it matched an operation, with its earlier exchanges. */
  #welcome(origin: string): void {
    if (this.#known.has(origin)) return
    this.#known.add(origin)
    const waiting = this.#strangers.get(origin) ?? []
    this.#strangers.delete(origin)
    for (const seen of waiting) this.see(seen)
  }

  #notes(): readonly string[] {
    const { identify } = this.#options
    const [lacking, misplaced] = [this.#unseenBodies, this.#belowNoBase]
    const notes = {
      [`Judged without a body, which was missing or incomplete: ${counted(lacking, 'exchange')}.`]:
        lacking > 0,
      [`Outside the base path, but documented if the API starts at the root of the server: ${counted(misplaced, 'exchange')}.`]:
        misplaced > 0,
      [`No judged exchange has the header ${identify}.`]: identify !== undefined && this.#groups.size === 0,
      [`Only the first ${MAX_GROUPS} values of ${identify} are grouped separately.`]:
        this.#groups.size === MAX_GROUPS,
    }
    return Object.entries(notes).flatMap(([note, holds]) => (holds ? [note] : []))
  }

  #summary(): TrafficSummary {
    const shown = (text: string): string => maskText(text, this.mask)
    const listed = (counts: ReadonlyMap<string, number>) =>
      [...counts].map(([what, times]) => ({ what: shown(what), count: times }))
    return {
      exchanges: this.#exchanges,
      judged: this.#judged,
      undocumented: listed(this.#undocumented),
      undeclaredParameters: listed(this.#undeclared),
      unseenProperties: this.#properties.report(),
      notJudged: listed(this.#notJudged),
      groups: [...this.#groups].map(([name, { run, exchanges }]): TrafficGroup => ({
        name: shown(name),
        exchanges,
        findings: reportedFindings(run, this.#options).map(({ check, operationId, message, key }) => ({
          check,
          operationId,
          message,
          key,
        })),
        coverage: coverageOf(run),
      })),
    }
  }
}

/** Coverage without examples: a client that sends one by chance does not test it. */
const coverageOf = ({ parts }: PreparedRun): Coverage => ({
  ...parts.coverage.report(),
  examples: { reached: 0, total: 0, share: 1 },
})

const sendNothing = (): never => {
  throw new Error('Traffic is judged without a request.')
}

const assertReadable = (document: ApiDocument): ApiDocument => {
  if (document.operations.length > 0) return document
  throw new DocumentError(
    document.unread[0]?.reason ??
      'The document has no operation under `paths`, so there is nothing to judge.',
  )
}

const count = (counts: Map<string, number>, what: string): void => {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/** The reason why an exchange is not an API call, by method and URL; undefined if it may be one. */
const whyNoCall = ({ method, status, url, requestHeaders }: SeenExchange): string | undefined => {
  if (status === 0) return 'no response'
  if (method === 'CONNECT') return 'tunnel'
  if (status === 101 || /^wss?:/.test(url)) return 'WebSocket connection'
  const override = ['x-http-method-override', 'x-method-override', 'x-http-method']
  return override.some((name) => headerOf(requestHeaders, name) !== undefined)
    ? 'another method by a header'
    : undefined
}

/** Whether a browser loaded a document, script, image or the like (Fetch Metadata Request Headers). */
const isPageLoad = ({ requestHeaders }: SeenExchange): boolean =>
  !['empty', undefined].includes(headerOf(requestHeaders, 'sec-fetch-dest'))
