import { type Json, type JsonObject, toCanonicalText } from '../base/json.ts'
import type { ItemsPlan } from './families/items-plan.ts'
import type { PropertiesPlan } from './families/properties-plan.ts'
import type { Plan } from './goal-solver.ts'
import type { Domain } from './plan.ts'

/** Domains of more values than this count as endless. */
export const MAX_DOMAIN = 64

/** All values of a plan of every property there may be, where they are few; else undefined. */
export const domainOfPlan = (plan: Plan, domainOf: Domain): readonly Json[] | undefined => {
  switch (plan.type) {
    case 'values':
      return plan.values
    case 'number':
      return plan.numbers.values
    case 'string':
      return plan.texts.domain()
    case 'array':
      return arraysOf(plan.items, domainOf)
    case 'object':
      return objectsOf(plan.properties, domainOf)
  }
}

const arraysOf = (
  { leading, rest, min, max, twins }: ItemsPlan,
  domainOf: Domain,
): readonly Json[] | undefined => {
  if (twins !== undefined || max > leading.length + 2) return undefined
  let open: readonly Json[][] = [[]]
  const arrays: Json[][] = min === 0 ? [[]] : []
  for (let index = 0; index < max; index += 1) {
    const goal = leading[index] ?? rest
    const domain = goal && domainOf(goal)
    if (domain === undefined || open.length * domain.length > MAX_DOMAIN) return undefined
    open = open.flatMap((array) => domain.map((value) => [...array, value]))
    if (index + 1 >= min) arrays.push(...open)
  }
  return arrays
}

const objectsOf = (
  { entries, isOpen, min, max, dependents }: PropertiesPlan,
  domainOf: Domain,
): readonly Json[] | undefined => {
  if (isOpen && max > entries.filter(({ role }) => role === 'needed').length) return undefined
  let objects: readonly JsonObject[] = [{}]
  for (const { name, goal, role } of entries) {
    const domain = domainOf(goal)
    if (domain === undefined || objects.length * (domain.length + 1) > MAX_DOMAIN * 4) return undefined
    objects = objects.flatMap((object) => [
      ...(role === 'needed' ? [] : [object]),
      ...domain.map((value) => ({ ...object, [name]: value })),
    ])
  }
  return objects.filter((object) => {
    const names = Object.keys(object)
    const areTogether = names.every((name) =>
      (dependents.get(name) ?? []).every((other) => Object.hasOwn(object, other)),
    )
    return areTogether && names.length >= min && names.length <= max
  })
}

/** The different ones among values. */
export const distinct = (values: readonly Json[]): readonly Json[] => [
  ...new Map(values.map((value) => [toCanonicalText(value), value])).values(),
]
