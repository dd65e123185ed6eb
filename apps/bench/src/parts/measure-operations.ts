import { join } from 'node:path'
import { type LoadFigures, measureLoad } from '../figures/measure-load.ts'
import { medianLoad } from '../figures/median-load.ts'
import { toRequestText } from '../load/request-text.ts'
import type { RunningSide } from '../sides/side.ts'
import { spawnSide } from '../sides/spawn-side.ts'
import { type Workplace, withWorkplace } from '../sides/workplace.ts'
import { type GrownOperation, listGrownOperations, newThing } from '../peers/grown/grown-document.ts'
import { chooseSpread } from './choose-spread.ts'
import type { PartContext } from './part-context.ts'

/** The sides whose cost is compared. */
export type GrownSide = 'own' | 'express-validator'

/** The cost of a request under a document of some size. */
export interface OperationsFigures {
  readonly side: GrownSide
  readonly operations: number
  readonly perSecond: number
  readonly cpuUs: number
  /** From the start of the process until it listens. Both sides compile the validator of an operation at its first request. */
  readonly startMs: number
}

const sizes = [15, 60, 250, 500]
const grownSides: readonly GrownSide[] = ['own', 'express-validator']

/** The number of operations called is the same for any size: the first, the last, and some between them. */
const asked = 15

const connections = 16

/** A side that runs under a document of some size. */
interface GrownServer {
  readonly side: GrownSide
  readonly operations: number
  readonly running: RunningSide
  readonly plan: string
  readonly startMs: number
}

/** Asks operations of documents that grow, of both sides: all of them run, and take turns. */
export function measureOperations(context: PartContext): Promise<readonly OperationsFigures[]> {
  const { load, quick, onStep } = context
  return withWorkplace(async (place) => {
    const servers: GrownServer[] = []
    for (const operations of sizes) {
      for (const side of grownSides) servers.push(await startGrown(context, place, side, operations))
    }
    const seen = new Map<GrownServer, LoadFigures[]>(servers.map((server) => [server, []]))
    const rounds = quick ? 3 : 7
    for (let round = 1; round <= rounds; round += 1) {
      for (const server of servers) {
        const { side, operations, running, plan } = server
        onStep(`round ${round} of ${rounds} · ${side} on ${operations} operations`)
        const job = { plan, connections, until: { seconds: quick ? 0.5 : 2 } }
        seen.get(server)?.push(await measureLoad(load, running, job))
      }
    }
    return servers.map((server) => {
      const { side, operations, startMs } = server
      const { perSecond, cpuUs } = medianLoad(seen.get(server) ?? [])
      return { side, operations, startMs, perSecond, cpuUs }
    })
  })
}

async function startGrown(
  { load, quick, onStep }: PartContext,
  place: Workplace,
  side: GrownSide,
  operations: number,
): Promise<GrownServer> {
  onStep(`start ${side} on ${operations} operations`)
  const began = performance.now()
  const running = await spawnSide({
    args: [join(import.meta.dirname, `../peers/grown/grown-${side}.ts`)],
    env: { OPERATIONS: String(operations), NODE_ENV: 'production' },
  })
  place.onClose(() => running.stop())
  const startMs = performance.now() - began
  const lane = chooseSpread(listGrownOperations(operations), asked).map(toStep)
  const plan = `grown/${side}/${operations}`
  await load.setPlan(plan, { lanes: Array.from({ length: connections }, () => lane) })
  const job = { plan, ports: [running.port] }
  // A validator is compiled at the first request of its operation: each is asked once, then all until the engine has compiled them.
  await load.run({ ...job, connections: 1, until: { requests: lane.length } })
  await load.run({ ...job, connections, until: { requests: quick ? 2000 : 20_000 } })
  return { side, operations, running, plan, startMs }
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
