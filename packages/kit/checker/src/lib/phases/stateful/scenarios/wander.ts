import type { ApiOperation } from '../../../document/api-document.ts'
import { pickInputs } from '../../../resources/pick-inputs.ts'
import type { ResourceGraph } from '../../../resources/resource-graph.ts'
import { createHash } from 'node:crypto'
import { defineScenario } from '../define-scenario.ts'
import type { Scenario } from '../scenario.ts'
import { isNeeded, type Walk } from '../walk.ts'

const MAX_STEPS = 6

/** Walks for each ten operations of the document; at least two, at most eight. */
const SHARE = 10

/** Walks at random along whatever earlier answers allow: each operation finds its inputs in what came before. */
export const planWanderings = (
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly Scenario[] => {
  const roots = operations.filter((operation) => isRoot(graph, operation))
  const count = Math.min(roots.length, Math.max(2, Math.min(8, Math.ceil(operations.length / SHARE))))
  return roots
    .slice(0, count)
    .map((root) =>
      defineScenario(`wander ${root.id}`, root, `what follows from ${root.id} can be done`, (walk) =>
        wander(walk, graph, operations, root),
      ),
    )
}

/** What can be asked first: it needs no id of anything. */
const isRoot = (graph: ResourceGraph, operation: ApiOperation): boolean =>
  (operation.method === 'POST' || operation.method === 'GET') &&
  graph.bindings(operation).every(({ isRequired }) => !isRequired)

const wander = async (
  walk: Walk,
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
  root: ApiOperation,
): Promise<void> => {
  const choose = chooser(`${walk.port.seed} ${walk.id}`)
  const uses = new Map<ApiOperation, number>()
  let next: ApiOperation | undefined = root
  for (let step = 0; step < MAX_STEPS && next !== undefined; step += 1) {
    const picked = pickInputs(graph, next, walk.history, choose)
    uses.set(next, (uses.get(next) ?? 0) + 1)
    const boundTo = Object.fromEntries(
      picked.map(({ location, name, source }) => [`${location}.${name}`, source]),
    )
    await walk.send('wander', next, { overrides: picked, boundTo })
    const possible = operations.filter((operation) => canFollow(graph, operation, walk))
    const least = Math.min(...possible.map((operation) => uses.get(operation) ?? 0))
    const fresh = possible.filter((operation) => (uses.get(operation) ?? 0) === least)
    next = fresh[choose(fresh.length)]
  }
}

/** Whether every input that needs an id finds one. */
const canFollow = (graph: ResourceGraph, operation: ApiOperation, { history }: Walk): boolean => {
  const needed = graph.bindings(operation).filter((binding) => binding.isRequired && isNeeded(binding))
  const picked = pickInputs(graph, operation, history)
  return needed.every(({ location, name }) =>
    picked.some((input) => input.location === location && input.name === name),
  )
}

/** A chooser that depends on a text alone. */
const chooser = (text: string): ((count: number) => number) => {
  let drawn = 0
  return (count) => {
    drawn += 1
    return count < 2 ? 0 : createHash('sha256').update(`${text} ${drawn}`).digest().readUInt32BE(0) % count
  }
}
