import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { toValues } from './requests.ts'
import { canLive, findChange, live } from './resource-life.ts'
import { type StepResult, works } from './results.ts'
import { type Trials, tryEach } from './trials.ts'

/** The maximum number of resources to try until one works. */
const mostAttempts = 10

/**
 * Creates, reads, lists, changes and deletes an item of the resource with the most of these operations. If no item can be
 * created and read, expects one valid response instead.
 */
export async function trySandbox(trials: Trials, baseUrl: string): Promise<StepResult> {
  const graph = buildResourceGraph(trials.api)
  const resources = graph.resources
    .filter(canLive)
    .toSorted((one, other) => listMissing(one).length - listMissing(other).length)
  const problems: string[] = []
  for (const resource of resources.slice(0, mostAttempts)) {
    for (const bodyKind of ['complete', 'plain', 'generated'] as const) {
      await fetch(new URL('/__sandbox/reset', baseUrl), { method: 'POST' })
      try {
        await live({ trials, graph, baseUrl }, resource, bodyKind)
        return works(tellMissing(resource))
      } catch (error) {
        problems.push(`${resource.name}: ${(error as Error).message}`)
      }
    }
  }
  if (problems.length > 0) return { result: 'failed', notes: problems.slice(-3) }
  const single = await tryEach(
    trials,
    async (operation) => (await trials.send(baseUrl, operation, toValues(operation))).problem,
    false,
  )
  if (single.result !== 'works') return single
  const note =
    'The document has no resource that is created, tells its id and can be seen, so one request was tried.'
  return works([note])
}

function listMissing(resource: Resource): readonly string[] {
  const { read, list, remove } = resource
  const roles = { read, list, change: findChange(resource), delete: remove }
  return Object.entries(roles).flatMap(([name, role]) => (role === undefined ? [name] : []))
}

function tellMissing(resource: Resource): readonly string[] {
  const missing = listMissing(resource)
  return missing.length === 0
    ? []
    : [
        `No resource has every operation. The ${resource.name} was tried, which has none to ${missing.join(' or ')} it.`,
      ]
}
