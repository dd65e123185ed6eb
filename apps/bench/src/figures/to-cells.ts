import { yardstick } from '../sides/sides.ts'
import { allCpu } from './all-cpu.ts'
import type { Cell, Turn } from './cell.ts'
import { medianLoad } from './median-load.ts'
import { median } from './median.ts'

/** The medians over the rounds, in the order of the first round. */
export function toCells(turns: readonly Turn[]): readonly Cell[] {
  const groups = Map.groupBy(turns, ({ side, work, connections }) => `${side}/${work}/${connections}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const pairs = group.flatMap((turn) => {
      const measure = findMeasure(turn, turns)
      return measure === undefined ? [] : [{ turn, measure }]
    })
    return {
      side: first.side,
      work: first.work,
      connections: first.connections,
      rounds: group.length,
      ...(pairs.length === 0
        ? {}
        : {
            ratio: median(pairs.map(({ turn, measure }) => turn.perSecond / measure.perSecond)),
            cpuRatio: median(pairs.map(({ turn, measure }) => allCpu(measure) / allCpu(turn))),
          }),
      ...medianLoad(group),
    }
  })
}

/** Bare Express in the same round: what slows the machine down for a while slows down both. */
function findMeasure(turn: Turn, turns: readonly Turn[]): Turn | undefined {
  return turns.find(
    ({ side, work, connections, round }) =>
      side === yardstick && work === turn.work && connections === turn.connections && round === turn.round,
  )
}
