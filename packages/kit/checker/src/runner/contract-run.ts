import { performance } from 'node:perf_hooks'
import { positiveDataAcceptance } from '../checks/exchanges/acceptance.ts'
import { type CheckContractOptions, ConfigurationError } from '../core/check-options.ts'
import type { CheckResult, ReportedFinding, Skip } from '../core/check-result.ts'
import { PHASES } from '../core/exchange.ts'
import { DEFAULTS } from '../core/settings.ts'
import { ConnectionError, TimeoutError, type Transport } from '../http/transport.ts'
import type { ApiOperation } from '@contract-kit/openapi'
import { planPhases } from './plan-phases.ts'
import { SharedParent, type WorkContext, type WorkItem } from '../phases/work-item.ts'
import { StopRun } from '../session/pace.ts'
import { countReported, reportedFindings } from './findings.ts'
import { findObstructions } from './obstructions.ts'
import { runItems } from './run-items.ts'
import { operationOfKey, type PreparedRun, prepareRun } from './prepare-run.ts'
import {
  failedOperations,
  missedThresholds,
  neverSucceeded,
  runRules,
  skippedOperations,
  statedRequirements,
  unwritten,
} from './run-checks.ts'
import { toResult } from './to-result.ts'

/** A run that callers can execute one work item at a time, for example in a test. */
export class ContractRun {
  readonly prepared: PreparedRun
  /** All work items, in order. */
  readonly items: readonly WorkItem[]
  readonly #options: CheckContractOptions
  readonly #context: WorkContext
  readonly #skipped: Skip[]
  readonly #startedAt: number
  readonly #workers: number
  #done = 0
  #phase: WorkItem['phase'] | undefined
  #stopReason: string | undefined
  /** The operations with a completed work item. */
  readonly #completed = new Set<ApiOperation>()

  private constructor(
    prepared: PreparedRun,
    options: CheckContractOptions,
    startedAt: number,
    only: ApiOperation | undefined,
  ) {
    const { document, graph, session, parts, working, seed, cases, selection } = prepared
    this.prepared = prepared
    this.items = planPhases(prepared, options.phases ?? PHASES, only)
    this.#options = options
    this.#startedAt = startedAt
    this.#skipped = [
      ...document.unread.map(({ id, reason }) => ({ operationId: id, reason })),
      ...selection.leftOut.map(({ id }) => ({ operationId: id, reason: 'excluded by a filter' })),
    ]
    const skip = (operationId: string, reason: string): void => this.#skip(operationId, reason)
    this.#workers = options.reset === undefined ? (options.workers ?? DEFAULTS.workers) : 1
    this.#context = {
      document,
      graph,
      session,
      parts,
      working,
      seed,
      cases,
      workers: this.#workers,
      skip,
      note: () => undefined,
    }
  }

  /**
   * Reads the document and plans the work; sends nothing. To replay one finding, `aimed` limits the plan to its operation. Throws
   * DocumentError or ConfigurationError.
   */
  static async prepare(
    options: CheckContractOptions,
    scope: 'aimed' | 'whole' = 'aimed',
  ): Promise<ContractRun> {
    const startedAt = performance.now()
    const prepared = await prepareRun(options, () => performance.now())
    const { replay } = options
    const replayed = replay === undefined ? undefined : operationOfKey(prepared.document, replay)
    return new ContractRun(prepared, options, startedAt, scope === 'aimed' ? replayed : undefined)
  }

  /** The reason why the run stopped: time limit reached or server down. Undefined while it continues. */
  get stopReason(): string | undefined {
    return this.#stopReason
  }

  /** Checks that the server responds, and requests credentials. Throws ConfigurationError. */
  async begin(): Promise<void> {
    await assertReachable(this.prepared, this.#options.waitForMs ?? DEFAULTS.waitForMs)
    await this.prepared.session.authenticate()
  }

  /** Executes a work item. If the run has stopped, reports its operation as skipped instead. */
  async work(item: WorkItem): Promise<void> {
    await this.#work(item, false)
  }

  /** Executes all work items with the requested number of workers; one with a reset hook. */
  async workAll(): Promise<void> {
    await runItems(this.items, this.#workers, (item, mustBeApart) => this.#work(item, mustBeApart))
  }

  /** The findings so far. */
  findings(): readonly ReportedFinding[] {
    return reportedFindings(this.prepared, this.#options)
  }

  /** Judges the whole run and returns its result. */
  finish(): CheckResult {
    const { session, parts, selection } = this.prepared
    const { recorder } = parts
    const coverage = parts.coverage.report()
    const planned = selection.selected.filter((one) => this.items.some(({ operation }) => operation === one))
    const unwritable = unwritten(coverage, planned)
    const written = selection.selected.filter(
      ({ id }) => !unwritable.some(({ operationId }) => operationId === id),
    )
    // If the run stopped during an operation's first requests, the next one might have succeeded.
    const tried = written.filter((one) => this.#stopReason === undefined || this.#completed.has(one))
    const failed = failedOperations(coverage, tried)
    const obstructions = findObstructions(this.prepared, failed)
    for (const { finding, exchange } of statedRequirements(session.requirements.certain))
      recorder.record(runRules.undocumentedRequirement, [finding], exchange)
    for (const exchange of session.requirements.unexplained)
      recorder.record(positiveDataAcceptance, positiveDataAcceptance.verify(exchange), exchange)
    for (const [rule, faults] of [
      [runRules.neverSucceeded, neverSucceeded(coverage, failed, obstructions)],
      [runRules.skipped, skippedOperations(this.#skipped, selection.selected, this.#stopReason)],
      [runRules.threshold, missedThresholds(coverage, this.#options.thresholds ?? {})],
    ] as const)
      for (const { finding, operations } of faults)
        recorder.recordOfRun(rule, finding, session.nearestRefusal(operations))
    const spent = selection.selected.filter((operation) => parts.pace.isSpent(operation))
    const skipped = [
      ...this.#skipped,
      ...unwritable,
      ...session.patience.givenUp.map(toSkip),
      ...spent.map(toSpent),
    ]
    // A stopped run cannot prove that the replayed finding is gone, so it reports everything.
    const { replay: _replay, ...unfiltered } = this.#options
    const options = this.#stopReason === undefined ? this.#options : unfiltered
    return toResult(this.prepared, options, skipped, performance.now() - this.#startedAt)
  }

  /** Closes the connections. */
  close(): void {
    this.prepared.parts.transport.close()
  }

  /** Whether the replayed finding was seen. */
  #isSeen(): boolean {
    const { replay } = this.#options
    return replay !== undefined && this.prepared.parts.recorder.has(replay)
  }

  /** Resolves with false if the work must be repeated without parallel work. */
  async #work(item: WorkItem, mustBeApart: boolean): Promise<boolean> {
    if (this.#isSeen()) return true
    const isDone = this.#stopReason !== undefined || (await this.#workOn(item, mustBeApart))
    if (this.#stopReason !== undefined) this.#skipForGood(item, this.#stopReason)
    return isDone
  }

  async #workOn(item: WorkItem, mustBeApart: boolean): Promise<boolean> {
    const { session } = this.prepared
    this.#reportProgress(item)
    try {
      if (item.needsReset || this.#phase !== item.phase) await session.reset()
      this.#phase = item.phase
      await item.run({ ...this.#context, mustBeApart })
      if (item.operation !== undefined) this.#completed.add(item.operation)
    } catch (error) {
      if (error instanceof ConfigurationError) throw error
      if (error instanceof SharedParent) return false
      if (error instanceof StopRun) {
        this.#stopReason = error.message
        return true
      }
      // An internal error of the checker must not lose the findings so far.
      const reason = error instanceof Error ? error.message : String(error)
      this.#skip(item.operation?.id ?? item.subject, `the checker failed while checking it: ${reason}`)
    }
    this.#done += 1
    this.#reportProgress(item)
    return true
  }

  #skipForGood({ operation }: WorkItem, reason: string): void {
    if (operation !== undefined) this.#skip(operation.id, reason)
  }

  /** Records each reason once, even if several phases give it. */
  #skip(operationId: string, reason: string): void {
    const isKnown = this.#skipped.some((skip) => skip.operationId === operationId && skip.reason === reason)
    if (!isKnown) this.#skipped.push({ operationId, reason })
  }

  #reportProgress({ phase, subject }: WorkItem): void {
    const { session } = this.prepared
    const { requests } = session
    this.#options.onProgress?.({
      phase,
      subject,
      done: this.#done,
      total: this.items.length,
      requests,
      findings: countReported(this.prepared, this.#options.replay),
    })
  }
}

const toSpent = ({ id }: ApiOperation): Skip => ({
  operationId: id,
  reason: 'it reached the limit of requests for one operation',
})

/** The missing response is already a finding. */
const toSkip = ({ id }: ApiOperation): Skip => ({
  operationId: id,
  reason: 'it repeatedly gave no response in time',
})

/**
 * Checks whether a running API and its OpenAPI document agree. Resolves with the findings, even if the server stopped or the time limit was
 * reached. Rejects with a DocumentError or ConfigurationError, whose message says how to fix it.
 */
export const checkContract = async (options: CheckContractOptions): Promise<CheckResult> => {
  const result = await runAll(await ContractRun.prepare(options))
  if (options.replay === undefined || result.findings.length > 0) return result
  // The fault may depend on state from other operations. Only the whole run proves that it is gone.
  return runAll(await ContractRun.prepare(options, 'whole'))
}

const runAll = async (run: ContractRun): Promise<CheckResult> => {
  try {
    await run.begin()
    await run.workAll()
    return run.finish()
  } finally {
    run.close()
  }
}

/** Sends one request to check that the server responds, with any status. Throws {@link ConfigurationError} if not. */
const assertReachable = async ({ parts, baseUrl }: PreparedRun, waitForMs: number): Promise<void> => {
  const { transport, timeoutMs } = parts
  const giveUpAt = performance.now() + waitForMs
  for (;;) {
    const error = await probe(transport, timeoutMs)
    if (error === undefined) return
    if (performance.now() < giveUpAt) {
      await new Promise<void>((resolve) => void setTimeout(resolve, PROBE_MS))
      continue
    }
    throw new ConfigurationError(
      `The server at ${baseUrl} cannot be reached: ${error.message}; start it, or fix the URL.`,
      { cause: error },
    )
  }
}

/** The interval in milliseconds between attempts to reach the server. */
const PROBE_MS = 250

const probe = async (transport: Transport, timeoutMs: number): Promise<Error | undefined> => {
  const request = { method: 'GET', target: '/', headers: [['accept', '*/*']], body: undefined } as const
  try {
    await transport.send(request, timeoutMs)
    return undefined
  } catch (error) {
    if (error instanceof ConnectionError || error instanceof TimeoutError) return error
    throw error
  }
}
