import type { LoadGenerator } from '../load/start-load-generator.ts'
import type { MeasuredSide } from '../sides/measured-side.ts'
import type { Work } from '../works/works.ts'
import { type LoadFigures, measureLoad } from './measure-load.ts'
import type { Turn } from './cell.ts'

/** The subjects and the duration of the measurement. */
export interface TurnOptions {
  readonly sides: readonly MeasuredSide[]
  readonly works: readonly Work[]
  readonly connections: readonly number[]
  readonly rounds: number
  readonly seconds: number
  /** How long every side works at every work before the first round: until the engine has compiled what is hot. */
  readonly warm: number
  /** Called before each turn, with what comes, and how many usual turns it takes as long as. */
  readonly onTurn: (title: string, turns: number) => void
}

/** Each turn begins with this part of its time uncounted. */
const warmShare = 0.2

/** How many usual turns it takes as long as. */
export function countTurns(options: Omit<TurnOptions, 'onTurn'>): number {
  const { sides, works, connections, rounds, seconds, warm } = options
  return (rounds * connections.length + warm / seconds) * works.length * sides.length
}

/**
 * Gives every side its turn at every work, round after round, so that no side has the machine's good hour to itself. A
 * round before the first, which is longer, has every side's code compiled, and does not count.
 */
export async function runTurns(load: LoadGenerator, options: TurnOptions): Promise<readonly Turn[]> {
  const { works, sides, rounds, seconds, warm, onTurn } = options
  const turns: Turn[] = []
  const many = Math.min(16, Math.max(...options.connections))
  for (const work of works) {
    for (const side of sides) {
      onTurn(`warm up · ${work.title} · ${side.title}`, warm / seconds)
      await runTurn(load, { side, work, connections: many, seconds: warm })
    }
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const work of works) {
      for (const connections of options.connections) {
        for (const side of sides) {
          onTurn(`round ${round} of ${rounds} · ${work.title} · ${describe(connections)} · ${side.title}`, 1)
          const figures = await runTurn(load, { side, work, connections, seconds })
          turns.push({ side: side.name, work: work.name, connections, round, ...figures })
        }
      }
    }
  }
  return turns
}

const describe = (connections: number): string => `${connections} connection${connections === 1 ? '' : 's'}`

/** One turn: warm up, then measure. */
async function runTurn(
  load: LoadGenerator,
  turn: {
    readonly side: MeasuredSide
    readonly work: Work
    readonly connections: number
    readonly seconds: number
  },
): Promise<LoadFigures> {
  const { side, work, connections, seconds } = turn
  const job = { plan: side.planOf(work), connections }
  try {
    await load.run({ ...job, ports: [side.port], until: { seconds: seconds * warmShare } })
    return await measureLoad(load, side, { ...job, until: { seconds } })
  } catch (error) {
    throw new Error(`${side.title} failed at "${work.title}" over ${describe(connections)}`, { cause: error })
  }
}
