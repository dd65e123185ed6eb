import process from 'node:process'
import { createLane, type Lane } from './lane.ts'
import type { LoadJob, LoadPlan, LoadResult } from './load-plan.ts'
import { runLoad } from './run-load.ts'

/** An order for this process: to take a plan under a name, or to drive one. */
export type LoadOrder =
  | { readonly kind: 'plan'; readonly name: string; readonly plan: LoadPlan }
  | { readonly kind: 'job'; readonly job: LoadJob }

/** The report of this process, one for each order. */
export type LoadReport =
  | { readonly kind: 'taken' }
  | { readonly kind: 'done'; readonly result: LoadResult }
  | { readonly kind: 'failed'; readonly message: string }

const plans = new Map<string, readonly Lane[]>()

async function carryOut(order: LoadOrder): Promise<LoadReport> {
  if (order.kind === 'plan') {
    plans.set(order.name, order.plan.lanes.map(createLane))
    return { kind: 'taken' }
  }
  const { plan, connections } = order.job
  const lanes = (plans.get(plan) ?? []).slice(0, connections)
  if (lanes.length < connections) throw new Error(`There is no plan ${plan} for ${connections} connections`)
  return { kind: 'done', result: await runLoad(lanes, order.job) }
}

const toFailure = (error: unknown): LoadReport => ({
  kind: 'failed',
  message: error instanceof Error ? error.message : String(error),
})

process.on('message', (order: LoadOrder) => {
  void carryOut(order)
    .catch(toFailure)
    .then((report) => process.send?.(report))
})
process.on('disconnect', () => process.exit())
