/* oxlint-disable vitest/expect-expect, vitest/valid-title -- this file defines tests for its callers and is none */
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { CheckContractOptions } from '../core/check-options.ts'
import type { CheckResult, ReportedFinding } from '../core/check-result.ts'
import type { PhaseName } from '../core/exchange.ts'
import type { WorkItem } from '../phases/work-item.ts'
import { promoteFinding } from '../regressions/promote-finding.ts'
import { readRegressions, type SavedRegression } from '../regressions/regression.ts'
import { replayRegression } from '../regressions/replay-regression.ts'
import { ContractRun } from '../runner/contract-run.ts'

/** The options of a suite: the subject of the check and the way to check it. */
export interface DescribeContractOptions extends CheckContractOptions {
  /** Name of the `describe`; default: the title of the document. */
  readonly name?: string
  /** Folder of regression files, each of which becomes a test; default: none. */
  readonly regressions?: string
  /** Writes every finding into the folder of regressions, to commit it; default false. */
  readonly promote?: boolean
  /** Called with the result when all tests have run; for reports. */
  readonly onResult?: (result: CheckResult) => void | Promise<void>
}

/**
 * Defines one `test()` for each operation and phase, one for each regression file, and a last one for the run as a whole. Await it at the
 * top of a test file: it reads the document before the tests are known. It sends nothing until they run. Rejects with a DocumentError or
 * ConfigurationError.
 */
export const describeContract = async (options: DescribeContractOptions): Promise<void> => {
  const { regressions, name } = options
  const run = await ContractRun.prepare(options)
  const saved = regressions === undefined ? [] : await readRegressions(regressions)
  const groups = groupItems(run.items)
  const suite = new ContractSuite(run, groups)
  // Later operations use the ids of earlier ones, so the order is part of the plan. The run has no time limit here.
  describe(name ?? run.prepared.document.title, { concurrent: false, shuffle: false, timeout: 0 }, () => {
    beforeAll(() => run.begin(), 0)
    afterAll(() => run.close())
    defineRegressionTests(saved, run)
    for (const phase of new Set(groups.map((group) => group.phase))) {
      describe(phase, () => {
        for (const group of groups.filter((candidate) => candidate.phase === phase))
          defineTest(group, suite, options)
      })
    }
    test('the run as a whole', async (context) => {
      if (!suite.isWhole) context.skip('only some of the tests ran')
      const { result, findings } = suite.finish()
      await options.onResult?.(result)
      if (findings.length > 0) throw new FindingError(findings)
    })
  })
}

const defineTest = (
  group: WorkGroup,
  suite: ContractSuite,
  { regressions, promote }: DescribeContractOptions,
): void => {
  test(group.subject, async (context) => {
    const findings = await suite.work(group)
    if (promote === true && regressions !== undefined)
      await Promise.all(findings.map((finding) => promoteFinding(finding, regressions)))
    if (findings.length > 0) throw new FindingError(findings)
    if (suite.stopReason !== undefined) context.skip(suite.stopReason)
  })
}

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
    return findings.filter((finding) => this.#own(finding, group) === group)
  }

  /** The test that a cause belongs to: the one that saw it first, at whatever place. */
  #own({ places }: ReportedFinding, group: WorkGroup): WorkGroup {
    const owner = places.flatMap(({ key }) => this.#owners.get(key) ?? [])[0] ?? group
    for (const { key } of places) this.#owners.set(key, owner)
    return owner
  }

  /** Whether every test has run; a filter may have left some out. */
  get isWhole(): boolean {
    return this.#pending.size === 0
  }

  /** The reason why nothing more is sent; undefined while the run goes on. */
  get stopReason(): string | undefined {
    return this.#run.stopReason
  }

  /** The result, and the findings that belong to no test: those about the run as a whole. */
  finish(): { readonly result: CheckResult; readonly findings: readonly ReportedFinding[] } {
    const result = this.#run.finish()
    return {
      result,
      findings: result.findings.filter(({ places }) => places.every(({ key }) => !this.#owners.has(key))),
    }
  }
}

/** One test for each regression file. It fails as long as the fault exists, and also if its requests can no longer be made. */
const defineRegressionTests = (saved: readonly SavedRegression[], run: ContractRun): void => {
  if (saved.length === 0) return
  describe('regressions', () => {
    for (const { file, regression } of saved) {
      test(file.replace(/\.json$/, ''), async () => {
        const outcome = await replayRegression(regression, run.prepared)
        if (outcome.kind === 'shown') throw new FindingError([outcome.finding])
        if (outcome.kind === 'lost')
          throw new Error(
            `It is unknown whether this fault is fixed: ${outcome.reason}. Promote it again, or delete ${file}.`,
          )
      })
    }
  })
}

/** Runs one test: all work of one operation, or path, in one phase. */
interface WorkGroup {
  readonly phase: PhaseName
  /** Operation id; else the subject of the work. */
  readonly subject: string
  readonly items: readonly WorkItem[]
}

/** Work by phase and operation, in the order in which it is first needed; names are unique within a phase. */
export const groupItems = (items: readonly WorkItem[]): readonly WorkGroup[] =>
  [...Map.groupBy(items, (item) => `${item.phase} ${subjectOf(item)}`).values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ phase: first.phase, subject: subjectOf(first), items: group }]
  })

/** Work about a path tries the methods that are not declared for it. */
const subjectOf = ({ operation, subject }: WorkItem): string =>
  operation?.id ?? (subject.startsWith('/') ? `undeclared methods of ${subject}` : subject)

/** Fails a test with findings, each with its cause, a curl line or a shell script, and the arguments that repeat it. */
class FindingError extends Error {
  override readonly name = 'ContractFinding'

  constructor(findings: readonly ReportedFinding[]) {
    super(findings.map(describeFinding).join('\n\n'))
    // The line of the test in the code says nothing about the fault of a server.
    this.stack = `${this.name}: ${this.message}`
  }
}

const describeFinding = ({
  title,
  check,
  severity,
  message,
  pointer,
  reproduce,
}: ReportedFinding): string => {
  const { response, curl, script, replay } = reproduce
  return [
    `${message} [${title}; ${check}, ${severity}]`,
    ...(pointer === '' ? [] : [`document: ${pointer}`]),
    ...(response === null ? [] : [`response: ${response.status} ${response.body.slice(0, 200)}`.trim()]),
    ...(curl === '' ? [] : [script === '' ? curl : script]),
    `replay: ${replay}`,
  ].join('\n')
}
