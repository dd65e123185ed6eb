import { createHash } from 'node:crypto'
import type { Liberty } from '@contract-kit/sandbox'

/** Selects faults, the same in every run: one of each kind, then a second of each, and so on. */
export function sampleFaults<Some extends Liberty>(faults: readonly Some[], count: number): readonly Some[] {
  const drawn = [...Map.groupBy(faults, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind
      .toSorted((one, other) => (digestOf(one) < digestOf(other) ? -1 : 1))
      .map((fault, turn) => ({ fault, turn })),
  )
  const chosen = new Set(
    drawn
      .toSorted(
        (one, other) => one.turn - other.turn || (digestOf(one.fault) < digestOf(other.fault) ? -1 : 1),
      )
      .slice(0, count)
      .map(({ fault }) => fault),
  )
  return faults.filter((fault) => chosen.has(fault))
}

const digestOf = ({ id }: Liberty): string => createHash('sha256').update(id).digest('hex')
