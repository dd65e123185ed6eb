import { type Check, type Finding, type Rule, SEVERITIES, type Severity } from '../core/check.ts'
import type { Shown } from '../core/evidence.ts'
import type { Case, Exchange, PhaseName } from '../core/exchange.ts'

/** A recorded fault: its number of occurrences, and the first or smallest exchange that shows it. */
export interface RecordedFinding {
  readonly finding: Finding
  readonly title: string
  readonly severity: Severity
  readonly sharedParts?: Check['sharedParts']
  readonly phase: PhaseName | null
  readonly scenario: string
  readonly exchange: Exchange | undefined
  /** The evidence of a scenario, ending with the exchange; undefined if the exchange alone shows the fault. */
  readonly shown?: Shown | undefined
  /** The creations of the items in the exchange and its history, in order; empty if the history contains them. */
  readonly made: readonly Exchange[]
  /** The case, even without a response. Undefined for a fault of the whole run, whose exchange is only the most relevant one. */
  readonly sent: Case | undefined
  count: number
}

/** Keeps one entry per fault, by key. */
export class Recorder {
  readonly #entries = new Map<string, RecordedFinding>()
  readonly #disabled: ReadonlySet<string>
  readonly #onFresh: (finding: Finding) => void

  /** `disabled` holds the ids of checks to ignore. `onFresh` is called once for each other fault. */
  constructor(
    disabled: ReadonlySet<string> = new Set(),
    onFresh: (finding: Finding) => void = () => undefined,
  ) {
    this.#disabled = disabled
    this.#onFresh = onFresh
  }

  /** Returns the new keys. */
  record(
    check: Pick<Rule, 'title' | 'severity'> & Pick<Partial<Check>, 'severityOf' | 'sharedParts'>,
    findings: readonly Finding[],
    exchange?: Exchange,
    sent: Case | undefined = exchange?.case,
    shown?: Shown,
  ): readonly string[] {
    const fresh: string[] = []
    for (const finding of findings) {
      if (this.#disabled.has(finding.check)) continue
      const known = this.#entries.get(finding.key)
      if (known !== undefined) {
        known.count += 1
        continue
      }
      fresh.push(finding.key)
      const { phase = null, scenario = '' } = sent ?? {}
      this.#entries.set(finding.key, {
        finding,
        title: check.title,
        severity: (exchange && check.severityOf?.(exchange)) ?? check.severity,
        sharedParts: check.sharedParts,
        phase,
        scenario,
        exchange,
        shown,
        made: [],
        sent,
        count: 1,
      })
      this.#onFresh(finding)
    }
    return fresh
  }

  /** Records a fault of the whole run, with the most relevant exchange, if any. */
  recordOfRun(rule: Pick<Rule, 'title' | 'severity'>, finding: Finding, nearest: Exchange | undefined): void {
    this.record(rule, [finding])
    const known = this.#entries.get(finding.key)
    if (known === undefined || nearest === undefined) return
    const { phase, scenario } = nearest.case
    this.#entries.set(finding.key, { ...known, phase, scenario, exchange: { ...nearest, history: [] } })
  }

  /** Replaces the exchange of a fault by a smaller one. */
  replaceExchange(key: string, exchange: Exchange): void {
    const known = this.#entries.get(key)
    if (known !== undefined) this.#entries.set(key, { ...known, exchange, sent: exchange.case })
  }

  /** Sets the creations of the items in a fault's exchange. */
  setMade(key: string, made: readonly Exchange[]): void {
    const known = this.#entries.get(key)
    if (known !== undefined) this.#entries.set(key, { ...known, made })
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** Sorted by severity, then operation, then check. */
  list(): readonly RecordedFinding[] {
    return [...this.#entries.values()].toSorted((a, b) => compare(rankOf(a), rankOf(b)))
  }
}

const rankOf = ({ severity, finding }: RecordedFinding): string =>
  [
    SEVERITIES.indexOf(severity),
    finding.operationId ?? '~',
    finding.check,
    finding.pointer,
    finding.key,
  ].join(' ')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
