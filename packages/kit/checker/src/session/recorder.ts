import { type Check, type Finding, type Rule, SEVERITIES, type Severity } from '../core/check.ts'
import type { Shown } from '../core/evidence.ts'
import type { Case, Exchange, PhaseName } from '../core/exchange.ts'

/** A fault so far: the number of occurrences, and the first exchange that showed it, or a smaller one. */
export interface RecordedFinding {
  readonly finding: Finding
  readonly title: string
  readonly severity: Severity
  readonly sharedParts?: Check['sharedParts']
  readonly phase: PhaseName | null
  readonly scenario: string
  readonly exchange: Exchange | undefined
  /** What a scenario saw, of which the exchange is the last part; undefined for a fault that the exchange shows by itself. */
  readonly shown?: Shown | undefined
  /** The creations of the things that the exchange and its history name, in order; empty if the history shows them. */
  readonly made: readonly Exchange[]
  /** The case, even if no response came; undefined for a fault of the whole run, whose exchange is only the nearest one. */
  readonly sent: Case | undefined
  count: number
}

/** Keeps one entry for each fault, by its key, however often it is seen. */
export class Recorder {
  readonly #entries = new Map<string, RecordedFinding>()
  readonly #disabled: ReadonlySet<string>
  readonly #onFresh: (finding: Finding) => void

  /** `disabled` holds the ids of checks whose findings are not kept; `onFresh` hears of each other one, once. */
  constructor(
    disabled: ReadonlySet<string> = new Set(),
    onFresh: (finding: Finding) => void = () => undefined,
  ) {
    this.#disabled = disabled
    this.#onFresh = onFresh
  }

  /** Returns the keys that had not been seen before. */
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

  /** Records a fault of the run as a whole, with the exchange that tells most about it, if there is any. */
  recordOfRun(law: Pick<Rule, 'title' | 'severity'>, finding: Finding, nearest: Exchange | undefined): void {
    this.record(law, [finding])
    const known = this.#entries.get(finding.key)
    if (known === undefined || nearest === undefined) return
    const { phase, scenario } = nearest.case
    this.#entries.set(finding.key, { ...known, phase, scenario, exchange: { ...nearest, history: [] } })
  }

  /** Shows a fault by a smaller exchange. */
  replaceExchange(key: string, exchange: Exchange): void {
    const known = this.#entries.get(key)
    if (known !== undefined) this.#entries.set(key, { ...known, exchange, sent: exchange.case })
  }

  /** Sets the creations of the things that the exchange of a fault names. */
  setMade(key: string, made: readonly Exchange[]): void {
    const known = this.#entries.get(key)
    if (known !== undefined) this.#entries.set(key, { ...known, made })
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** By severity, then operation, then check. */
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
