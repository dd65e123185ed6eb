import { type Fault, type FaultClass, faultClasses, type Liberty } from '@contract-kit/sandbox'

/**
 * The outcome of a fault: `detected`; `missed`, although the server deviated; `untried`, if no request triggered it; `unreachable`,
 * if the server never sends the affected response.
 */
export type FaultOutcome = 'detected' | 'missed' | 'untried' | 'unreachable'

/** One fault, and whether it was detected. */
export interface ProvenFault extends Pick<Fault, 'id' | 'kind' | 'class' | 'title'> {
  readonly operationId: string
  readonly outcome: FaultOutcome
  /** The check that detected it, with the reported operation. */
  readonly detectedBy?: string
  /** Advice to detect it, if it was not detected. */
  readonly advice?: string
}

/** The score of a part of the document. */
export interface Score {
  readonly name: string
  readonly detected: number
  /** The number of detectable faults, without `unreachable` ones. */
  readonly possible: number
}

/** A variation that the document allows, and whether the command tolerates it: `untried` if no request triggered it. */
export interface ProvenLiberty extends Pick<Liberty, 'id' | 'title'> {
  readonly outcome: 'borne' | 'broken' | 'untried'
}

/** The result of a proof. */
export interface Proof {
  readonly title: string
  readonly faults: readonly ProvenFault[]
  /** Findings on the correct server: mistakes in the document, or false alarms. */
  readonly alarms: readonly string[]
  /** Untested parts on the correct server, such as an operation that never succeeds. */
  readonly obstacles: readonly string[]
  readonly requests: number
  /** Empty for the checker, which tests servers. */
  readonly liberties: readonly ProvenLiberty[]
  /** The score from 0 to 1; 1 if there was nothing to detect. */
  readonly share: number
  readonly classes: readonly Score[]
  readonly operations: readonly Score[]
}

const scoreOf = (name: string, some: readonly ProvenFault[]): Score => ({
  name,
  detected: some.filter(({ outcome }) => outcome === 'detected').length,
  possible: some.filter(({ outcome }) => outcome !== 'unreachable').length,
})

/** Counts the outcomes of faults. */
export function toProof(run: Pick<Proof, 'title' | 'faults'> & Partial<Proof>): Proof {
  const { faults } = run
  const { detected, possible } = scoreOf('', faults)
  const byOperation = Map.groupBy(faults, ({ operationId }) => operationId)
  return {
    alarms: [],
    obstacles: [],
    requests: 0,
    liberties: [],
    ...run,
    share: possible === 0 ? 1 : detected / possible,
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
