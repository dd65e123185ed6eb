import { performance } from 'node:perf_hooks'
import { type CheckContractOptions, ConfigurationError } from '../core/check-options.ts'
import type { CheckResult, ReportedFinding, Skip } from '../core/check-result.ts'
import { PHASES } from '../core/exchange.ts'
import { ConnectionError, TimeoutError } from '../http/transport.ts'
import type { ApiOperation } from '../openapi/api-document.ts'
import { planPhases } from '../phases/plan-phases.ts'
import type { WorkContext, WorkItem } from '../phases/work-item.ts'
import { StopRun } from '../session/session.ts'
import { countReported, reportedFindings } from './findings.ts'
import { operationOfKey, type PreparedRun, prepareRun } from './prepare-run.ts'
import { missedThresholds, neverSucceeded, runLaws, skippedOperations } from './run-checks.ts'
import { toResult } from './to-result.ts'

/** A run, piece by piece: for callers that put a frame of their own around each piece of work. */
export class ContractRun {
  readonly prepared: PreparedRun
  /** All work, in the order in which it is to be done. */
  readonly items: readonly WorkItem[]
  readonly #options: CheckContractOptions
  readonly #context: WorkContext
  readonly #skipped: Skip[]
  readonly #startedAt: number
  #done = 0
  #phase: WorkItem['phase'] | undefined
  #stopReason: string | undefined

  private constructor(
    prepared: PreparedRun,
    options: CheckContractOptions,
    startedAt: number,
    only: ApiOperation | undefined,
  ) {
    const { document, graph, session, working, seed, cases, selection } = prepared
    this.prepared = prepared
    this.items = planPhases(prepared, options.phases ?? PHASES, only)
    this.#options = options
    this.#startedAt = startedAt
    this.#skipped = selection.leftOut.map(({ id }) => ({ operationId: id, reason: 'left out by a filter' }))
    const skip = (operationId: string, reason: string): void => this.#skip(operationId, reason)
    this.#context = { document, graph, session, working, seed, cases, skip, note: () => undefined }
  }

  /**
   * Reads the document and plans the work; sends nothing. To replay one finding, `aimed` plans the work on its operation alone.
   * Throws DocumentError or ConfigurationError.
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

  /** Why nothing more is sent: the time is up, or the server is gone; undefined while the run goes on. */
  get stopReason(): string | undefined {
    return this.#stopReason
  }

  /** Makes sure that somebody answers, and asks for credentials. Throws ConfigurationError. */
  async begin(): Promise<void> {
    await assertReachable(this.prepared)
    await this.prepared.session.authenticate()
  }

  /** Does one piece of work; once the run has stopped, its operation is noted as skipped instead. */
  async work(item: WorkItem): Promise<void> {
    if (this.#isSeen()) return
    if (this.#stopReason === undefined) await this.#workOn(item)
    if (this.#stopReason !== undefined) this.#skipForGood(item, this.#stopReason)
  }

  /** What has been found so far. */
  findings(): readonly ReportedFinding[] {
    return reportedFindings(this.prepared, this.#options)
  }

  /** Judges the run as a whole and puts together what it did and found. */
  finish(): CheckResult {
    const { session, selection } = this.prepared
    const { recorder } = session.parts
    const coverage = session.parts.coverage.report()
    recorder.record(runLaws.neverSucceeded, neverSucceeded(coverage, selection.selected))
    recorder.record(runLaws.skipped, skippedOperations(this.#skipped, selection.selected))
    recorder.record(runLaws.threshold, missedThresholds(coverage, this.#options.thresholds ?? {}))
    const skipped = [...this.#skipped, ...session.patience.givenUp.map(toSkip)]
    // A run that was stopped cannot tell that the one finding it looks for is gone, so it tells all it knows.
    const { replay: _replay, ...unfiltered } = this.#options
    const options = this.#stopReason === undefined ? this.#options : unfiltered
    return toResult(this.prepared, options, skipped, performance.now() - this.#startedAt)
  }

  /** Lets go of the connections. */
  close(): void {
    this.prepared.session.parts.transport.close()
  }

  /** Whether the one finding that is looked for has been seen. */
  #isSeen(): boolean {
    const { replay } = this.#options
    return replay !== undefined && this.prepared.session.parts.recorder.has(replay)
  }

  async #workOn(item: WorkItem): Promise<void> {
    const { session } = this.prepared
    this.#tell(item)
    try {
      if (item.needsReset || this.#phase !== item.phase) await session.reset()
      this.#phase = item.phase
      await item.run(this.#context)
    } catch (error) {
      if (!(error instanceof StopRun)) throw error
      this.#stopReason = error.message
      return
    }
    this.#done += 1
    this.#tell(item)
  }

  #skipForGood({ operation }: WorkItem, reason: string): void {
    if (operation !== undefined) this.#skip(operation.id, reason)
  }

  /** Notes each reason once, however many phases have it. */
  #skip(operationId: string, reason: string): void {
    const isKnown = this.#skipped.some((skip) => skip.operationId === operationId && skip.reason === reason)
    if (!isKnown) this.#skipped.push({ operationId, reason })
  }

  #tell({ phase, subject }: WorkItem): void {
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

/** Its silence is a finding already. */
const toSkip = ({ id }: ApiOperation): Skip => ({
  operationId: id,
  reason: 'it gave no answer in time, again and again',
})

/**
 * Checks whether a running API and its OpenAPI document agree. Resolves with what was found, also where the server went away or the
 * time was up; rejects with a DocumentError or ConfigurationError whose one sentence says what to mend.
 */
export const checkContract = async (options: CheckContractOptions): Promise<CheckResult> => {
  const result = await runAll(await ContractRun.prepare(options))
  if (options.replay === undefined || result.findings.length > 0) return result
  // What other operations left behind may be what it takes: only the same run again tells that it is gone.
  return runAll(await ContractRun.prepare(options, 'whole'))
}

const runAll = async (run: ContractRun): Promise<CheckResult> => {
  try {
    await run.begin()
    for (const item of run.items) await run.work(item)
    return run.finish()
  } finally {
    run.close()
  }
}

/** Asks the server once for anything at all; nobody there is a {@link ConfigurationError}, whatever answers is good. */
const assertReachable = async ({ session, baseUrl }: PreparedRun): Promise<void> => {
  const { transport, timeoutMs } = session.parts
  try {
    await transport.send(
      { method: 'GET', target: '/', headers: [['accept', '*/*']], body: undefined },
      timeoutMs,
    )
  } catch (error) {
    if (!(error instanceof ConnectionError) && !(error instanceof TimeoutError)) throw error
    throw new ConfigurationError(
      `The server at ${baseUrl} cannot be reached: ${error.message}; start it, or mend the URL.`,
      { cause: error },
    )
  }
}
