/* oxlint-disable vitest/expect-expect, vitest/valid-title -- this file defines tests for its callers and is none */
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type CheckContractOptions, ConfigurationError } from '../core/check-options.ts'
import type { CheckResult, FindingPlace, ReportedFinding } from '../core/check-result.ts'
import type { PhaseName } from '../core/exchange.ts'
import type { WorkItem } from '../phases/work-item.ts'
import { promoteFinding } from '../regressions/promote-finding.ts'
import { readRegressions, type SavedRegression } from '../regressions/regression.ts'
import { replayRegression } from '../regressions/replay-regression.ts'
import { counted } from '../reports/verdict-text.ts'
import { readBaseline, withoutKnown, withoutKnownPlaces, writeBaseline } from '../runner/baseline.ts'
import { ContractRun } from '../runner/contract-run.ts'
import { FindingError } from './finding-error.ts'

/** Options of a contract test suite. */
export interface DescribeContractOptions extends CheckContractOptions {
  /** Name of the `describe`; default: the title of the document. */
  readonly name?: string
  /** Folder of regression files, each of which becomes a test. Default: none. */
  readonly regressions?: string
  /** Writes every finding to the regressions folder. Default: false. */
  readonly promote?: boolean
  /** File of known findings, which do not fail tests; the last test lists them. Default: none. */
  readonly baseline?: string
  /** Fails no test, and writes all findings to the baseline if every test ran. Default: false. */
  readonly updateBaseline?: boolean
  /** Called with the result, without known findings, after all tests; for reports. */
  readonly onResult?: (result: CheckResult) => void | Promise<void>
}

/**
 * Defines one `test()` per operation and phase, one per regression file, and a last one for the whole run. Await it at the top of a test
 * file, because it reads the document to define the tests. It sends nothing until they run. Rejects with a DocumentError or
 * ConfigurationError.
 */
export const describeContract = async (options: DescribeContractOptions): Promise<void> => {
  const { regressions, name, baseline, updateBaseline = false } = options
  if (updateBaseline && baseline === undefined)
    throw new ConfigurationError('updateBaseline needs the file to write: add the option baseline.')
  const known = baseline === undefined || updateBaseline ? new Set<string>() : await readBaseline(baseline)
  const run = await ContractRun.prepare(options)
  const saved = regressions === undefined ? [] : await readRegressions(regressions)
  const groups = groupItems(run.items)
  const suite = new ContractSuite(run, groups, known)
  // Later operations use ids of earlier ones, so the order matters. The tests have no time limit.
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
      const { result, findings, knownPlaces } = suite.finish()
      if (updateBaseline && baseline !== undefined) await writeBaseline(baseline, result)
      const places = updateBaseline ? result.findings.flatMap((finding) => finding.places) : knownPlaces
      if (baseline !== undefined) console.log(describeKnown(baseline, places, known))
      await options.onResult?.(result)
      if (findings.length > 0 && !updateBaseline) throw new FindingError(findings)
    })
  })
}

const defineTest = (
  group: WorkGroup,
  suite: ContractSuite,
  { regressions, promote, updateBaseline }: DescribeContractOptions,
): void => {
  test(group.subject, async (context) => {
    const findings = await suite.work(group)
    if (promote === true && regressions !== undefined)
      await Promise.all(findings.map((finding) => promoteFinding(finding, regressions)))
    if (findings.length > 0 && updateBaseline !== true) throw new FindingError(findings)
    if (suite.stopReason !== undefined) context.skip(suite.stopReason)
  })
}

/** A run split into tests. Each finding belongs to the test that saw it first. */
export class ContractSuite {
  readonly #run: ContractRun
  readonly #pending: Set<WorkGroup>
  readonly #known: ReadonlySet<string>
  /** The test of each finding, by key. */
  readonly #owners = new Map<string, WorkGroup>()

  /** `known` are the keys of findings to ignore. */
  constructor(run: ContractRun, groups: readonly WorkGroup[], known: ReadonlySet<string> = new Set()) {
    this.#run = run
    this.#known = known
    this.#pending = new Set(groups)
  }

  /** Executes one test. Returns its findings, including those of an earlier attempt. */
  async work(group: WorkGroup): Promise<readonly ReportedFinding[]> {
    for (const item of group.items) await this.#run.work(item)
    this.#pending.delete(group)
    const findings = withoutKnownPlaces(this.#run.findings(), this.#known)
    return findings.filter((finding) => this.#own(finding, group) === group)
  }

  /** Assigns a cause to the test that saw it first, at any of its places. */
  #own({ places }: ReportedFinding, group: WorkGroup): WorkGroup {
    const owner = places.flatMap(({ key }) => this.#owners.get(key) ?? [])[0] ?? group
    for (const { key } of places) this.#owners.set(key, owner)
    return owner
  }

  /** Whether every test ran; a filter may omit some. */
  get isWhole(): boolean {
    return this.#pending.size === 0
  }

  /** The reason why the run stopped; undefined while it continues. */
  get stopReason(): string | undefined {
    return this.#run.stopReason
  }

  /** The result, and the findings about the whole run, which belong to no test. */
  finish(): {
    readonly result: CheckResult
    readonly findings: readonly ReportedFinding[]
    /** The places of known findings that still occur. */
    readonly knownPlaces: readonly FindingPlace[]
  } {
    const whole = this.#run.finish()
    const { result } = withoutKnown(whole, this.#known)
    return {
      result,
      knownPlaces: whole.findings.flatMap(({ places }) => places.filter(({ key }) => this.#known.has(key))),
      findings: result.findings.filter(({ places }) => places.every(({ key }) => !this.#owners.has(key))),
    }
  }
}

/** Describes the number of known findings, their operations, and how many are gone. */
const describeKnown = (
  baseline: string,
  places: readonly FindingPlace[],
  known: ReadonlySet<string>,
): string => {
  const counts = Map.groupBy(places, ({ operationId, path }) => operationId ?? (path || 'the run as a whole'))
  const where = [...counts].map(([subject, { length }]) =>
    length === 1 ? subject : `${subject} (${length})`,
  )
  const shown = where.length > 12 ? [...where.slice(0, 12), `${where.length - 12} more`] : where
  const gone = known.size - new Set(places.map(({ key }) => key)).size
  return [
    `${counted(places.length, 'known finding')} in ${baseline}${places.length === 0 ? '' : `: ${shown.join(', ')}`}`,
    ...(gone > 0 ? [`${gone} of them are gone; update the file`] : []),
  ].join('\n')
}

/** Defines one test per regression file. It fails while the fault exists, and if its requests can no longer be built. */
const defineRegressionTests = (saved: readonly SavedRegression[], run: ContractRun): void => {
  if (saved.length === 0) return
  describe('regressions', () => {
    for (const { file, regression } of saved) {
      test(file.replace(/\.json$/, ''), async () => {
        const outcome = await replayRegression(regression, run.prepared)
        if (outcome.kind === 'shown') throw new FindingError([outcome.finding])
        if (outcome.kind === 'lost')
          throw new Error(
            `Cannot determine whether this fault is fixed: ${outcome.reason}. Promote it again, or delete ${file}.`,
          )
      })
    }
  })
}

/** One test: all work on one operation or path in one phase. */
interface WorkGroup {
  readonly phase: PhaseName
  /** Operation id, else the subject of the work. */
  readonly subject: string
  readonly items: readonly WorkItem[]
}

/** Groups work by phase and operation, in order of first use; names are unique within a phase. */
export const groupItems = (items: readonly WorkItem[]): readonly WorkGroup[] =>
  [...Map.groupBy(items, (item) => `${item.phase} ${subjectOf(item)}`).values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ phase: first.phase, subject: subjectOf(first), items: group }]
  })

/** Work on a path tests its undeclared methods. */
const subjectOf = ({ operation, subject }: WorkItem): string =>
  operation?.id ?? (subject.startsWith('/') ? `undeclared methods of ${subject}` : subject)
