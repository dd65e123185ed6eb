import { createFinding } from '../../core/check.ts'
import { judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { changedItemRead } from '../../scenarios/evidence.ts'
import { equalJson, isNumber, isObject, type Json, own } from '@contract-kit/json-schema/json'
import { findFlag, findKeyword, placeOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { essenceOf } from '@contract-kit/openapi'
import { describeProperty, describingSchemas } from '@contract-kit/json-schema/schemas'
import { isStateName } from '@contract-kit/resources/words'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { isNothing, isServerOwned, saysTheSame } from '../../compare/same-values.ts'
import { outcomeOf } from '../../compare/facts.ts'
import {
  pairThings,
  readSent,
  readShown,
  saysNothingNew,
  type Thing,
  writesAsOneThing,
} from '../../compare/things.ts'

/**
 * PATCH does not change properties that it omits (RFC 5789, 2; RFC 7396): none is emptied or reset to its default. In a merge patch, null
 * removes a property. Reports the PATCH.
 */
export const patchMergesRule: PropertyRule = {
  id: 'patch-merges',
  title: 'PATCH changes other properties than it names',
  severity: 'medium',
  oracles: [
    judges(changedItemRead, ({ earlier, before, change: patch, read }) => {
      if (patch.case.request.method !== 'PATCH' || before === undefined || !writesAsOneThing(patch)) return []
      if (![before, patch, read].every((one) => outcomeOf(one) === 'done')) return []
      const names = wipedNames(before, patch, { earlier, after: read })
      if (names.length === 0) return []
      const message = `${describeResponse(patch)} changes properties that the patch does not name, or keeps ones that it removes: ${names.join(', ')}.`
      return [createFinding(patchMergesRule, patch, message)]
    }),
  ],
}

const wipedNames = (
  before: Exchange,
  patch: Exchange,
  { earlier, after }: { readonly earlier: readonly Exchange[]; readonly after: Exchange },
): readonly string[] => {
  const [old, now] = pairThings(readShown(before), readShown(after)) ?? []
  if (old === undefined || now === undefined || !isOneKind(old, now)) return []
  const sent = sentLike(old, patch)
  if (sent === undefined) return []
  const media = essenceOf(patch.case.values?.body?.contentType ?? '')
  const isMergePatch = media === 'application/merge-patch+json'
  const isJsonApi = media === 'application/vnd.api+json'
  const isUnchanging = saysNothingNew(sent, old)
  return Object.entries(old.value).flatMap(([name, was]) => {
    const schemas = describeProperty(sent.schemas, name).schemas
    if (isNothing(was) || isServerOwned(name, true)) return []
    if (schemas.some((node) => findFlag(node, 'readOnly') !== undefined)) return []
    const is = Object.hasOwn(now.value, name) ? now.value[name] : undefined
    // A property that a patch cannot set is client-set only if the creation sent it.
    if (schemas.length === 0)
      return isNothing(is) && !isTied(name, sent) && wasSent(name, was, earlier) ? [name] : []
    const shown = describeProperty(old.schemas, name).schemas
    const isDefault = (value: Json): boolean =>
      [...schemas, ...shown].some((node) => equalJson(findKeyword(node, 'default'), value))
    if (!Object.hasOwn(sent.value, name))
      return !isTied(name, sent) &&
        (isWiped(was, is) ||
          (is !== undefined && isDefault(is) && !isDefault(was)) ||
          (isUnchanging &&
            isOnlyTheClients(name, was) &&
            wasSent(name, was, earlier) &&
            !saysTheSame(was, is ?? null)))
        ? [name]
        : []
    const part = sent.value[name] ?? null
    if (part === null)
      return (isMergePatch || isJsonApi || tellsRemoval(schemas)) && equalJson(was, is) && !isDefault(was)
        ? [name]
        : []
    if (isJsonApi) return keptEntries(was, part, is, schemas).map((entry) => `${name}/${entry}`)
    if (!isMergePatch) return []
    const within = describingSchemas([...schemas, ...shown], was, 'response')
    return wipedParts(was, part, is)
      .filter((inner) => !isDefaultOf(within, inner, was))
      .map((inner) => `${name}/${inner}`)
  })
}

/** The part of a patch that describes a thing. If the patch names none of its properties, it is matched by schema. */
const sentLike = (thing: Thing, patch: Exchange): Thing | undefined => {
  const named = pairThings(readSent(patch), [thing])?.[0]
  if (named !== undefined) return named
  const countKnown = ({ schemas }: Thing): number =>
    Object.keys(thing.value).filter((name) => describeProperty(schemas, name).schemas.length > 0).length
  return readSent(patch).toSorted((left, right) => countKnown(right) - countKnown(left))[0]
}

/** Whether a property does not change with time, unlike states and countdowns. */
const isOnlyTheClients = (name: string, was: Json): boolean => !isStateName(name) && !isNumber(was)

/** Words in a description that say that null removes a property. */
const REMOVAL =
  /\bnull\b[^.]*\b(clear|remov|delet|unset|reset|empt|lift)|\b(clear|remov|delet|unset|reset|empt|lift)[^.]*\bnull\b/i

const tellsRemoval = (schemas: readonly SchemaNode[]): boolean =>
  schemas.some((node) => {
    const description = findKeyword(node, 'description')
    return typeof description === 'string' && REMOVAL.test(description)
  })

/**
 * Map entries that remain although the map was sent without them. An attribute of a JSON:API resource object is replaced as a whole
 * (JSON:API 1.1, 7.2.2.1 and 9.2.1).
 */
const keptEntries = (
  was: Json,
  part: Json,
  is: Json | undefined,
  schemas: readonly SchemaNode[],
): readonly string[] => {
  if (!isObject(was) || !isObject(part) || !isObject(is)) return []
  const known = new Set(schemas.flatMap((node) => Object.keys(findKeyword(node, 'properties') ?? {})))
  return Object.keys(was).filter(
    (name) => !known.has(name) && !Object.hasOwn(part, name) && equalJson(was[name] ?? null, own(is, name)),
  )
}

/** Whether a removed property has its default. */
const isDefaultOf = (within: readonly SchemaNode[], name: string, was: Json): boolean =>
  describeProperty(within, name).schemas.some((node) =>
    equalJson(findKeyword(node, 'default'), (isObject(was) ? own(was, name) : undefined) ?? null),
  )

const isWiped = (was: Json, is: Json | undefined): boolean =>
  isNothing(is) || (was === true && is === false) || (typeof was === 'number' && was !== 0 && is === 0)

/** Nested properties that were lost, although a merge patch merges nested objects (RFC 7396, 2). */
const wipedParts = (was: Json, part: Json, is: Json | undefined): readonly string[] => {
  if (!isObject(was) || !isObject(part) || !isObject(is)) return []
  return Object.keys(was).filter((name) => {
    if (isNothing(was[name])) return false
    return Object.hasOwn(part, name)
      ? part[name] === null && equalJson(was[name] ?? null, is[name] ?? null)
      : isNothing(is[name])
  })
}

/** Whether the type stayed the same; another type may have other properties. */
const isOneKind = (old: Thing, now: Thing): boolean => {
  const places = new Set(now.schemas.map(placeOf))
  return old.schemas.every((node) => places.has(placeOf(node)))
}

/** Whether an earlier request set the property to this value. */
const wasSent = (name: string, value: Json, earlier: readonly Exchange[]): boolean =>
  earlier.some((write) => readSent(write).some((thing) => equalJson(own(thing.value, name), value)))

/** Whether the description of a sent property mentions the other one, for example that it is cleared. */
const isTied = (name: string, sent: Thing): boolean =>
  Object.keys(sent.value).some((other) =>
    describeProperty(sent.schemas, other).schemas.some((node) => {
      const description = findKeyword(node, 'description')
      return typeof description === 'string' && description.split(/\W+/).includes(name)
    }),
  )
