import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { ApiOperation } from '@contract-kit/openapi'
import { type SketchField } from '@contract-kit/resources/exchanges'
import { wordsOf } from '@contract-kit/resources/words'
import { type Kind, stepsOf } from '../document/kinds.ts'
import { findProgress, type Progress } from '../document/states.ts'
import { type Input, Refusal } from '../http/call.ts'
import type { Item } from '../state/item.ts'
import { valueOfAll } from '../values/fit.ts'
import { toText } from '../values/to-text.ts'
import { accepts, isProgressName, isResultName, momentOf } from '../values/invent.ts'
import { clearMark, setMark } from '../state/marks.ts'
import type { World } from './world.ts'

/** The duration of a job on the sandbox's clock. */
const durationMs = 1_000

/** Starts the job of a new or repeated item, if items of its kind have one. */
export function startJob(world: World, kind: Kind, item: Item): void {
  const progress = findProgress(kind)
  const state = progress && own(item.value, progress.property)
  if (progress !== undefined && typeof state === 'string' && progress.open.has(state))
    setMark(world, '.running', item.key, [item.key], {})
}

/** Advances all jobs before a request is handled, so that all parts of a response agree. */
export function settleJobs(world: World): void {
  const now = world.clock.now()
  // Finished marks are removed during the loop, so it iterates over a copy.
  for (const mark of Array.from(world.store.listKind('.running'))) {
    const item = world.store.get(mark.id)
    const kind = item && world.kindAt(item.kind)
    const progress = kind && findProgress(kind)
    const state = progress && own(item?.value, progress.property)
    const isOpen = typeof state === 'string' && progress?.open.has(state) === true
    if (item === undefined || kind === undefined || progress === undefined || !isOpen) {
      clearMark(world, '.running', mark.id)
      continue
    }
    const isDone = now - mark.createdAt >= durationMs
    if (isDone) clearMark(world, '.running', mark.id)
    const next = isDone ? progress.done : (progress.working ?? state)
    if (next !== state) world.change(kind, item, advance(world, kind, item, { ...progress, next, isDone }))
  }
}

type Step = Progress & { readonly next: string; readonly isDone: boolean }

/** The item in the next state of its job, with timestamps, progress and results. */
function advance(world: World, kind: Kind, item: Item, step: Step): JsonObject {
  const value: Record<string, Json> = { ...item.value, [step.property]: step.next }
  for (const [name, field] of kind.shown.flatMap((sketch) => [...sketch.fields()])) {
    const advanced = valueAtStep(world, name, field, item, step)
    const isUnset = (own(value, name) ?? null) === null
    if (advanced !== undefined && (isUnset || typeof advanced === 'number')) value[name] = advanced
  }
  return value
}

function valueAtStep(
  world: World,
  name: string,
  field: SketchField,
  item: Item,
  { isDone }: Step,
): Json | undefined {
  const { nodes } = field.sketch
  const [first = ''] = wordsOf(name)
  if (/^(started|start)$/.test(first)) return momentOf(nodes, world.clock.now())
  if (isProgressName(name) && (field.sketch.types.has('integer') || field.sketch.types.has('number'))) {
    const most = Number(
      nodes.map((node) => findKeyword(node, 'maximum')).find((one) => one !== undefined) ?? 100,
    )
    return [isDone ? most : most / 2].find((part) => nodes.every(accepts(part)))
  }
  if (!isDone) return undefined
  if (/^(finished|completed|ended|done|succeeded|processed)$/.test(first))
    return momentOf(nodes, world.clock.now())
  return isResultName(name) ? resultOf(world, name, field, item) : undefined
}

/** The result of a job: the URL of the operation that the name refers to, else a value of the schema. */
function resultOf(world: World, name: string, { sketch }: SketchField, item: Item): Json | undefined {
  const path = findResultPath(world, item, name)
  const base = world.document.basePath ?? ''
  const addresses = path === undefined ? [] : [`${base}${path}`, `https://localhost${base}${path}`]
  const address = /ur[li]|href|link/i.test(name)
    ? addresses.find((one) => sketch.nodes.every(accepts(one)))
    : undefined
  if (address !== undefined) return address
  const made = valueOfAll(sketch.nodes) ?? null
  if (made !== null) return made
  return ['https://localhost/result', '/result', 'result'].find((one) => sketch.nodes.every(accepts(one)))
}

const last = ({ path }: ApiOperation): string => path.split('/').at(-1) ?? ''

function findResultPath(world: World, item: Item, name: string): string | undefined {
  const below = world.document.operations.filter(({ method, path }) => {
    const steps = path.split('/')
    return (
      method === 'GET' &&
      steps
        .slice(0, -1)
        .join('/')
        .replaceAll(/\{[^}]*\}/g, '{}') === item.kind
    )
  })
  const words = wordsOf(name)
  const found =
    below.find((operation) => words.includes(last(operation))) ??
    below.find((operation) => isResultName(last(operation)))
  return found && `${item.key}/${last(found)}`
}

/** Throws a Refusal (documented 409) if an operation below a job requires that it has finished. */
export function requireFinished(world: World, operation: ApiOperation, { path }: Input): void {
  if (operation.method !== 'GET' || !operation.responses.has('409')) return
  const steps = stepsOf(operation)
  const values = steps.map(({ parameter }) => toText(path[parameter]))
  steps.forEach(({ resourceKey }, index) => {
    const kind = world.kindAt(resourceKey)
    const progress = kind && findProgress(kind)
    const item = progress && world.store.get(world.keyAt(resourceKey, values.slice(0, index + 1)))
    const state = item && progress && own(item.value, progress.property)
    if (state !== undefined && isObject(item?.value ?? null) && state !== progress?.done)
      throw new Refusal(409, `The ${kind?.name ?? 'job'} is ${toText(state)}`)
  })
}
