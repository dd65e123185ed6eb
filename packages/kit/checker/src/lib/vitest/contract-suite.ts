import type { CheckResult, ReportedFinding } from '../run/check-result.ts'
import type { ContractRun } from '../run/contract-run.ts'
import type { WorkGroup } from './group-items.ts'

/** A run that is done test by test: each finding belongs to the test that saw it first. */
export class ContractSuite {
  readonly #run: ContractRun
  readonly #pending: Set<WorkGroup>
  /** Keys of findings and the test they belong to. */
  readonly #owners = new Map<string, WorkGroup>()

  constructor(run: ContractRun, groups: readonly WorkGroup[]) {
    this.#run = run
    this.#pending = new Set(groups)
  }

  /** Does the work of one test. Returns its findings, those of an earlier attempt included. */
  async work(group: WorkGroup): Promise<readonly ReportedFinding[]> {
    for (const item of group.items) await this.#run.work(item)
    this.#pending.delete(group)
    const findings = this.#run.findings()
    for (const { key } of findings) if (!this.#owners.has(key)) this.#owners.set(key, group)
    return findings.filter(({ key }) => this.#owners.get(key) === group)
  }

  /** Whether every test has run; a filter may have left some out. */
  get isWhole(): boolean {
    return this.#pending.size === 0
  }

  /** Why nothing more is sent; undefined while the run goes on. */
  get stopReason(): string | undefined {
    return this.#run.stopReason
  }

  /** The result, and the findings that belong to no test: those about the run as a whole. */
  finish(): { readonly result: CheckResult; readonly findings: readonly ReportedFinding[] } {
    const result = this.#run.finish()
    return { result, findings: result.findings.filter(({ key }) => !this.#owners.has(key)) }
  }
}
