import { join } from 'node:path'
import { type LoadFigures, measureLoad } from '../figures/measure-load.ts'
import { medianLoad } from '../figures/median-load.ts'
import { toRequestText } from '../load/request-text.ts'
import { spawnSide } from '../sides/spawn-side.ts'
import { withWorkplace } from '../sides/workplace.ts'
import { type GrownOperation, listGrownOperations, newThing } from '../peers/grown/grown-document.ts'
import { chooseSpread } from './choose-spread.ts'
import type { PartContext } from './part-context.ts'

/** Whose cost is compared. */
export type GrownSide = 'own' | 'express-validator'

/** What a request costs under a document of some size. */
export interface OperationsFigures {
  readonly side: GrownSide
  readonly operations: number
  readonly perSecond: number
  readonly cpuUs: number
  /** From the start of the process until it listens, every validator compiled where the side does that first. */
  readonly startMs: number
}

const sizes = [15, 60, 250, 500]
const grownSides: readonly GrownSide[] = ['own', 'express-validator']

/** As many operations are asked for, whatever the size: the first, the last, and those between them. */
const asked = 15

const connections = 16

/** Asks operations of documents that grow, of both sides in turn. */
export async function measureOperations(context: PartContext): Promise<readonly OperationsFigures[]> {
  const figures: OperationsFigures[] = []
  for (const operations of sizes) figures.push(...(await measureSize(context, operations)))
  return figures
}

function measureSize(
  { load, quick, onStep }: PartContext,
  operations: number,
): Promise<readonly OperationsFigures[]> {
  return withWorkplace(async (place) => {
    const lane = chooseSpread(listGrownOperations(operations), asked).map(toStep)
    const started = []
    for (const name of grownSides) {
      onStep(`start ${name} on ${operations} operations`)
      const began = performance.now()
      const side = await spawnSide({
        args: [join(import.meta.dirname, `../peers/grown/grown-${name}.ts`)],
        env: { OPERATIONS: String(operations), NODE_ENV: 'production' },
      })
      place.onClose(() => side.stop())
      started.push({ name, side, startMs: performance.now() - began })
      const plan = { lanes: Array.from({ length: connections }, () => lane) }
      await load.setPlan(`grown/${name}`, plan)
      // Compiles what is compiled on the first request, and then what is hot.
      await load.run({
        plan: `grown/${name}`,
        ports: [side.port],
        connections,
        until: { requests: quick ? 2000 : 10_000 },
      })
    }
    const seen: { readonly name: GrownSide; readonly figures: LoadFigures }[] = []
    for (let round = 1; round <= (quick ? 1 : 5); round += 1) {
      for (const { name, side } of started) {
        onStep(`${operations} operations · round ${round} · ${name}`)
        const job = { plan: `grown/${name}`, connections, until: { seconds: quick ? 0.5 : 2 } }
        seen.push({ name, figures: await measureLoad(load, side, job) })
      }
    }
    return started.map(({ name, startMs }) => {
      const { perSecond, cpuUs } = medianLoad(
        seen.filter((each) => each.name === name).map(({ figures }) => figures),
      )
      return { side: name, operations, startMs, perSecond, cpuUs }
    })
  })
}

function toStep({ method, path }: GrownOperation) {
  const request =
    method === 'get'
      ? { method: 'GET' as const, path: path.replace('{id}', '1') }
      : { method: 'POST' as const, path, body: newThing }
  return {
    text: toRequestText(request, { appId: 'bench', token: 'none' }),
    status: method === 'get' ? 200 : 201,
    times: 1,
  }
}
