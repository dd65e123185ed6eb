import { type Fault, type FaultClass, faultClasses, type Liberty } from '@contract-kit/sandbox'

/**
 * What became of a fault: `noticed`; `missed`, although the server deviated; `untried`, since no request would have shown it; `unreachable`,
 * since the server never gives the response that would be wrong.
 */
export type FaultOutcome = 'noticed' | 'missed' | 'untried' | 'unreachable'

/** One fault, and whether it was noticed. */
export interface ProvenFault extends Pick<Fault, 'id' | 'kind' | 'class' | 'title'> {
  readonly operationId: string
  readonly outcome: FaultOutcome
  /** The check that noticed it, with the operation that it accused. */
  readonly noticedBy?: string
  /** What would make it visible, if it was not noticed. */
  readonly advice?: string
}

/** The faults of a part of the document, and how many of them were noticed. */
export interface Score {
  readonly name: string
  readonly noticed: number
  /** All that a client could notice: those that are `unreachable` do not count. */
  readonly possible: number
}

/** What a right server may do too, and whether a command bears it: `untried` if no request would have shown it. */
export interface ProvenLiberty extends Pick<Liberty, 'id' | 'title'> {
  readonly outcome: 'borne' | 'broken' | 'untried'
}

/** The result of a proof. */
export interface Proof {
  readonly title: string
  readonly faults: readonly ProvenFault[]
  /** What the checker finds on the right server: each is a doubt about the document, or a false alarm. */
  readonly alarms: readonly string[]
  /** What the checker could not judge on the right server, such as an operation that never succeeds. */
  readonly obstacles: readonly string[]
  readonly requests: number
  /** None for the checker, which checks servers. */
  readonly liberties: readonly ProvenLiberty[]
  /** From 0 to 1; 1 if there was nothing to notice. */
  readonly share: number
  readonly classes: readonly Score[]
  readonly operations: readonly Score[]
}

const scoreOf = (name: string, some: readonly ProvenFault[]): Score => ({
  name,
  noticed: some.filter(({ outcome }) => outcome === 'noticed').length,
  possible: some.filter(({ outcome }) => outcome !== 'unreachable').length,
})

/** Counts the outcomes of faults. */
export function toProof(run: Pick<Proof, 'title' | 'faults'> & Partial<Proof>): Proof {
  const { faults } = run
  const { noticed, possible } = scoreOf('', faults)
  const byOperation = Map.groupBy(faults, ({ operationId }) => operationId)
  return {
    alarms: [],
    obstacles: [],
    requests: 0,
    liberties: [],
    ...run,
    share: possible === 0 ? 1 : noticed / possible,
    classes: faultClasses
      .map((name: FaultClass) =>
        scoreOf(
          name,
          faults.filter((fault) => fault.class === name),
        ),
      )
      .filter(({ possible: count }) => count > 0),
    operations: [...byOperation].map(([name, some]) => scoreOf(name, some)),
  }
}
