import { createHash } from 'node:crypto'
import type { Exchange } from '../../core/exchange.ts'
import { appendTokens, isObject, writeJson } from '@contract-kit/json-schema/json'
import { type ApiOperation, findResponse } from '@contract-kit/openapi'
import { type DeclaredLink, orderOperations, type ResourceGraph } from '@contract-kit/resources'
import { evaluateExpression, evaluateTemplate, fitId, pickInputs } from '@contract-kit/resources/exchanges'
import { establishItem, makeItem, provideAll, provideInputs } from '../../scenarios/items.ts'
import type { ValueOverride } from '../../scenarios/port.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, isNeeded, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'

/** Maximum number of requests in a chain of links, including the first. */
const MAX_STEPS = 6

/** A declared link leads to a successful request. */
export const links: Property = { rules: [], ofDocument: ({ graph }) => planLinks(graph) }

/** Follows every declared link once from a response with it, and then further links. */
const planLinks = (graph: ResourceGraph): readonly Scenario[] =>
  graph.links
    .filter(({ status }) => /^(?:2|default)/.test(status))
    .map((link) => {
      const { source, status, name, target } = link
      const title = `the link ${name} of ${source.id} leads to ${target.id}`
      return {
        ...defineScenario(`link ${source.id} ${status} ${name}`, source, title, (walk) =>
          follow(walk, graph, link),
        ),
        removes: graph.links.map((each) => each.target).filter(isRemoval),
      }
    })

const follow = async (walk: Walk, graph: ResourceGraph, first: DeclaredLink): Promise<void> => {
  let from: Exchange | undefined = await askSource(walk, graph, first)
  let link: DeclaredLink | undefined = first
  const followed = new Set<DeclaredLink>()
  for (let step = 1; step < MAX_STEPS && link !== undefined && from !== undefined; step += 1) {
    followed.add(link)
    from = await goTo(walk, link, from)
    link = from === undefined ? undefined : linksOf(graph, from).find((each) => !followed.has(each))
  }
}

/** Requests a source response with the link's status. */
const askSource = async (
  walk: Walk,
  graph: ResourceGraph,
  { source, status }: DeclaredLink,
): Promise<Exchange | undefined> => {
  const made = graph.resources.find(({ create }) => create?.operation === source)
  const about = graph.resources.find(({ read, replace, patch, remove }) =>
    [read, replace, patch, remove].some((call) => call?.operation === source),
  )
  if (about !== undefined && made === undefined) await establishItem(walk, about, source)
  await provideAll(walk, source, made)
  const exchange = made === undefined ? await walk.send(source) : await makeItem(walk, made)
  return exchange !== undefined &&
    isDone(exchange) &&
    findResponse(source, exchange.response.status)?.status === status
    ? exchange
    : undefined
}

const linksOf = (
  graph: ResourceGraph,
  { case: { operation }, response }: Exchange,
): readonly DeclaredLink[] => {
  const status = operation && findResponse(operation, response.status)?.status
  return isSuccess(response.status)
    ? graph.links.filter((link) => link.source === operation && link.status === status)
    : []
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Sends the request of a link. Undefined, without a request, if one of its expressions has no value. */
const goTo = async (walk: Walk, link: DeclaredLink, from: Exchange): Promise<Exchange | undefined> => {
  const { target, inputs, body } = link
  const overrides: ValueOverride[] = []
  for (const { location, name, value: expression } of inputs) {
    const value = evaluateExpression(expression, from)
    if (value === undefined) return undefined
    overrides.push({ location, name, value: fitId(target, { location, name }, value) })
  }
  await provideInputs(walk, target, aboutOf(walk, link))
  const boundTo = Object.fromEntries(
    inputs.map(({ location, name, value }) => [
      `${location}.${name}`,
      `${link.source.id} ${writeJson(value)}`,
    ]),
  )
  return walk.send(target, { overrides: [...overrides, ...bodyOverrides(body, from)], boundTo })
}

/** The item of the target operation, unless the link leaves its id open. */
const aboutOf = ({ port }: Walk, { target, inputs }: DeclaredLink) =>
  port.graph
    .bindings(target)
    .findLast(({ location, name }) =>
      inputs.some((input) => input.location === location && input.name === name),
    )?.resource

/** An object sets the properties that it names; any other value is the whole body. */
const bodyOverrides = (template: DeclaredLink['body'], from: Exchange): readonly ValueOverride[] => {
  const value = template === undefined ? undefined : evaluateTemplate(template, from)
  if (value === undefined) return []
  if (!isObject(value)) return [{ location: 'body', name: '', value }]
  return Object.entries(value).map(([name, child]) => ({
    location: 'body',
    name: appendTokens('', name),
    value: child,
  }))
}

/** Number of operations per walk; there are two to eight walks. */
const SHARE = 10

/** Operations succeed in any order in which earlier responses provide the inputs. */
export const wanderings: Property = {
  rules: [],
  ofDocument: ({ graph, document }) => planWanderings(graph, orderOperations(graph, document.operations)),
}

/** Walks at random between operations whose inputs earlier responses provide. */
const planWanderings = (graph: ResourceGraph, operations: readonly ApiOperation[]): readonly Scenario[] => {
  const roots = operations.filter((operation) => isRoot(graph, operation))
  const count = Math.min(roots.length, Math.max(2, Math.min(8, Math.ceil(operations.length / SHARE))))
  return roots.slice(0, count).map((root) => ({
    ...defineScenario(`wander ${root.id}`, root, `the operations that follow ${root.id} succeed`, (walk) =>
      wander(walk, graph, operations, root),
    ),
    wanders: true,
    removes: operations.filter(isRemoval),
  }))
}

const isRemoval = ({ method }: ApiOperation): boolean => method === 'DELETE'

/** Whether an operation can be first, because it needs no id. */
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
    await walk.send(next, { overrides: picked, boundTo, mayBeRejected: true })
    const possible = operations.filter((operation) => canFollow(graph, operation, walk))
    const least = Math.min(...possible.map((operation) => uses.get(operation) ?? 0))
    const fresh = possible.filter((operation) => (uses.get(operation) ?? 0) === least)
    next = fresh[choose(fresh.length)]
  }
}

/** Whether all inputs of an operation that need an id have one. */
const canFollow = (graph: ResourceGraph, operation: ApiOperation, { history }: Walk): boolean => {
  const needed = graph.bindings(operation).filter((binding) => binding.isRequired && isNeeded(binding))
  const picked = pickInputs(graph, operation, history)
  return needed.every(({ location, name }) =>
    picked.some((input) => input.location === location && input.name === name),
  )
}

/** A deterministic choice, derived from a text. */
const chooser = (text: string): ((count: number) => number) => {
  let drawn = 0
  return (count) => {
    drawn += 1
    return count < 2 ? 0 : createHash('sha256').update(`${text} ${drawn}`).digest().readUInt32BE(0) % count
  }
}
