import { essenceOf } from '../document/find-response.ts'
import { findKeyword } from '../resources/find-keyword.ts'
import type { Exchange } from '../run/exchange.ts'
import { equalJson } from '../schema/judge/equal-json.ts'
import { findFlag } from '../schema/judge/find-flag.ts'
import { isObject, type Json } from '../schema/json.ts'
import { placeOf } from '../schema/schema-node.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { describeProperty } from './schema/property-schemas.ts'
import { findStep } from './sequence/find-step.ts'
import { isNothing } from './sequence/is-nothing.ts'
import { isServerOwned } from './sequence/is-server-owned.ts'
import { outcomeOf } from './sequence/outcome.ts'
import { pairThings, readSent, readShown } from './sequence/read-things.ts'
import type { Thing } from './sequence/thing.ts'
import { writesAsOneThing } from './sequence/writes-as-one-thing.ts'

/**
 * PATCH leaves alone what it does not name (RFC 5789, 2; RFC 7396): no such property is emptied or back at its default; and in
 * a merge patch, null removes. Blames the PATCH.
 */
export const patchMerges: Check = defineCheck({
  id: 'patch-merges',
  title: 'PATCH leaves the rest alone',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'read-after-change' || outcomeOf(exchange) !== 'done') return []
    const patch = findStep(exchange, 'change')
    const before = patch && findStep(patch, 'read-before-change', 'read-after-change', 'read-created')
    if (patch?.case.request.method !== 'PATCH' || outcomeOf(patch) !== 'done') return []
    if (before === undefined || outcomeOf(before) !== 'done' || !writesAsOneThing(patch)) return []
    const names = wipedNames(before, patch, exchange)
    if (names.length === 0) return []
    const message = `${describeAnswer(patch)} changes what the patch does not name, or keeps what it removes: ${names.join(', ')}.`
    return [createFinding(patchMerges, patch, message)]
  },
})

const wipedNames = (before: Exchange, patch: Exchange, after: Exchange): readonly string[] => {
  const [old, now] = pairThings(readShown(before), readShown(after)) ?? []
  if (old === undefined || now === undefined || !isOneKind(old, now)) return []
  const [sent] = pairThings(readSent(patch), [old]) ?? readSent(patch)
  if (sent === undefined) return []
  const isMergePatch =
    essenceOf(patch.case.values?.body?.contentType ?? '') === 'application/merge-patch+json'
  return Object.entries(old.value).flatMap(([name, was]) => {
    const schemas = describeProperty(sent.schemas, name).schemas
    if (isNothing(was) || isServerOwned(name, true) || schemas.length === 0) return []
    if (schemas.some((node) => findFlag(node, 'readOnly') !== undefined)) return []
    const is = Object.hasOwn(now.value, name) ? now.value[name] : undefined
    const shown = describeProperty(old.schemas, name).schemas
    const isDefault = (value: Json): boolean =>
      [...schemas, ...shown].some((node) => equalJson(findKeyword(node, 'default'), value))
    if (!Object.hasOwn(sent.value, name))
      return isWiped(was, is) || (is !== undefined && isDefault(is) && !isDefault(was)) ? [name] : []
    if (!isMergePatch) return []
    const part = sent.value[name] ?? null
    if (part === null) return equalJson(was, is) && !isDefault(was) ? [name] : []
    return wipedParts(was, part, is).map((inner) => `${name}/${inner}`)
  })
}

const isWiped = (was: Json, is: Json | undefined): boolean =>
  isNothing(is) || (was === true && is === false) || (typeof was === 'number' && was !== 0 && is === 0)

/** A merge patch goes down into objects (RFC 7396, 2). */
const wipedParts = (was: Json, part: Json, is: Json | undefined): readonly string[] => {
  if (!isObject(was) || !isObject(part) || !isObject(is)) return []
  return Object.keys(was).filter(
    (name) => !Object.hasOwn(part, name) && !isNothing(was[name]) && isNothing(is[name]),
  )
}

/** A thing that turned into another kind has other properties by right. */
const isOneKind = (old: Thing, now: Thing): boolean => {
  const places = new Set(now.schemas.map(placeOf))
  return old.schemas.every((node) => places.has(placeOf(node)))
}
