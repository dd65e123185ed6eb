import { type Json, type JsonObject, isObject, toObject } from '../../documents/json.ts'
import { describeDifference, isSame, pairKey, report, show } from '../comparison.ts'
import { insideOf, memberOf, type Place, variantOf, within } from '../place.ts'
import { removalImpact } from '../policies.ts'
import { type Branch, listBranches, pairBranches } from './branches.ts'
import { compareAnnotation } from './compare-annotations.ts'
import { keywordKinds, restOf, shiftOf } from './keywords.ts'
import { follow, type Side } from '../side.ts'
import { reportShift, type SchemaContext, type SchemaPair } from './report-shift.ts'
import { isClosed, readSchema, viewOf } from './read-schema.ts'

/** Compares two schemas and all within them; an absent one allows everything. */
export function compareSchemas(
  context: SchemaContext,
  place: Place,
  before: Json | undefined,
  after: Json | undefined,
): void {
  const { comparison, role, mediaType } = context
  // `true` and `false` are the same at every place, and lead no further.
  if (isObject(before) || isObject(after)) {
    const key = `${mediaType} ${pairKey(comparison, role, before, after)}`
    if (comparison.compared.has(key)) return
    comparison.compared.add(key)
  }
  const hidden = role === 'sent' ? 'readOnly' : 'writeOnly'
  const { base, revision } = comparison
  const [old, young] = [readSchema(base, before), readSchema(revision, after)]
  const pair: SchemaPair = {
    ...context,
    place,
    before: viewOf(base, asBranch(old, before, young), hidden),
    after: viewOf(revision, asBranch(young, after, old), hidden),
    sources: [toSource(base, before), toSource(revision, after)],
  }
  compareProperties(pair)
  for (const keyword of new Set([...Object.keys(pair.before), ...Object.keys(pair.after)]))
    compareKeyword(pair, keyword)
}

/**
 * Writes a schema as the only branch of a choice, if the other schema is nothing but that choice. A schema that
 * becomes `anyOf: [itself, null]` then has one variant more.
 */
function asBranch(schema: JsonObject, source: Json | undefined, other: JsonObject): JsonObject {
  const choice = (['anyOf', 'oneOf'] as const).find((keyword) => keyword in other && !(keyword in schema))
  const isChoiceAlone = statementsOf(other).every((keyword) => keyword === choice)
  if (choice === undefined || !isChoiceAlone || statementsOf(schema).length === 0) return schema
  const words = Object.entries(schema).filter(([keyword]) => keywordKinds[keyword] === 'annotation')
  return { ...Object.fromEntries(words), [choice]: [source ?? true] }
}

/** The keywords of a schema that allow or exclude values. */
const statementsOf = (schema: JsonObject): readonly string[] =>
  Object.keys(schema).filter((keyword) => ['assertion', 'applicator'].includes(keywordKinds[keyword] ?? ''))

/**
 * The place that has the content of a schema: the target, if it is a reference. Texts for readers may stand
 * beside a reference.
 */
function toSource(side: Side, schema: Json | undefined): Json | undefined {
  return isObject(schema) && '$ref' in schema ? follow(side, schema) : schema
}

function compareKeyword(pair: SchemaPair, keyword: string): void {
  const kind = keywordKinds[keyword] ?? 'wording'
  if (kind === 'assertion') compareAssertion(pair, keyword)
  else if (kind === 'applicator') compareInside(pair, keyword)
  else compareAnnotation(pair, keyword)
}

function compareAssertion(pair: SchemaPair, keyword: string): void {
  const { before, after } = pair
  const shift = shiftOf(keyword, before, after)
  if (shift === undefined || (keyword === 'required' && isToldByProperties(pair))) return
  const what =
    keyword === 'required'
      ? describeRequired(pair)
      : describeDifference(keyword, before[keyword], after[keyword])
  reportShift(pair, { keyword, shift, rule: ruleOf(keyword, pair), what })
}

/** The removal of a property is reported as such. */
function isToldByProperties({ before, after, role }: SchemaPair): boolean {
  if (role === 'sent') return false
  const properties = toObject(after['properties'])
  const lost = listOf(before['required']).filter((name) => !listOf(after['required']).includes(name))
  const known = toObject(before['properties'])
  return (
    lost.length > 0 && lost.every((name) => Object.hasOwn(known, name) && !Object.hasOwn(properties, name))
  )
}

function describeRequired({ before, after }: SchemaPair): string {
  const [old, young] = [listOf(before['required']), listOf(after['required'])]
  const lost = old.filter((name) => !young.includes(name))
  const won = young.filter((name) => !old.includes(name))
  const sentences = [
    ...(won.length > 0 ? [`${nameAll(won)} became required.`] : []),
    ...(lost.length > 0 ? [`${nameAll(lost)} ${lost.length > 1 ? 'are' : 'is'} no longer required.`] : []),
  ]
  return sentences.join(' ')
}

const listOf = (value: Json | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
const nameAll = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** The id of what a changed keyword breaks. */
function ruleOf(keyword: string, { role }: SchemaPair): string {
  if (keyword === 'type') return 'schema-type-changed'
  if (keyword === 'enum') return role === 'sent' ? 'enum-values-removed' : 'enum-values-added'
  if (keyword === 'required')
    return role === 'sent' ? 'required-properties-added' : 'required-properties-removed'
  return ['not', 'if', 'then', 'else'].includes(keyword)
    ? 'schema-combinator-changed'
    : 'schema-constraint-changed'
}

function compareProperties(pair: SchemaPair): void {
  const { before, after, place } = pair
  const [old, young] = [toObject(before['properties']), toObject(after['properties'])]
  for (const name of new Set([...Object.keys(old), ...Object.keys(young)])) {
    const [was, is] = [ownValue(old, name), ownValue(young, name)]
    const member = memberOf(place, name)
    if (was !== undefined && is !== undefined) compareSchemas(pair, member, was, is)
    else if (was !== undefined) reportRemoved(pair, member, name, was)
    else reportAdded(pair, member, name, is)
  }
}

/** A property is gone, or hidden from this way, or one of those that have no name any more. */
function reportRemoved(pair: SchemaPair, place: Place, name: string, was: Json): void {
  const { comparison, role, after, sources } = pair
  const { base, revision, policies } = comparison
  const rest = restOf(after, name)
  if (isObject(rest)) return compareSchemas(pair, place, was, rest)
  const source = toObject(readSchema(revision, sources[1])['properties'])
  if (Object.hasOwn(source, name)) {
    const what =
      role === 'sent'
        ? `\`${name}\` became read-only, so it is not taken any more.`
        : `\`${name}\` became write-only, so no response has it any more.`
    report(comparison, { impact: 'major', rule: 'read-only-added', place, what, nodes: [was, source[name]] })
    return
  }
  const impact = removalImpact(readSchema(base, was), policies)
  const [rule, what] =
    role === 'sent'
      ? ['sent-property-removed', `\`${name}\` is not read any more.`]
      : ['property-removed', `Property \`${name}\` was removed.`]
  report(comparison, { impact, rule, place, what, nodes: [was, undefined] })
}

function reportAdded(pair: SchemaPair, place: Place, name: string, is: Json | undefined): void {
  const { comparison, role, before, sources } = pair
  const rest = restOf(before, name)
  if (isObject(rest)) return compareSchemas(pair, place, rest, is)
  const source = toObject(readSchema(comparison.base, sources[0])['properties'])
  const nodes = [undefined, is] as const
  if (Object.hasOwn(source, name)) {
    const keyword = role === 'sent' ? 'readOnly' : 'writeOnly'
    report(comparison, {
      impact: 'minor',
      rule: 'compatible',
      place,
      what: `\`${keyword}\` is gone; it was true.`,
      nodes,
    })
  } else if (role === 'received' && isClosed(before)) {
    const what = `Property \`${name}\` is new, where no other was to be expected.`
    report(comparison, { impact: 'major', rule: 'property-added-to-closed', place, what, nodes })
  } else {
    report(comparison, {
      impact: 'minor',
      rule: 'compatible',
      place,
      what: `Property \`${name}\` is new.`,
      nodes,
    })
  }
}

const ownValue = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Compares the schemas inside of a keyword, each with the one that holds at the same place. */
function compareInside(pair: SchemaPair, keyword: string): void {
  const { before, after, place } = pair
  const [old, young] = [before[keyword], after[keyword]]
  if (keyword === 'properties') return
  if (keyword === 'allOf' || keyword === 'anyOf' || keyword === 'oneOf') return compareChoices(pair, keyword)
  if (keyword === 'prefixItems') return comparePositions(pair)
  if (keyword === 'patternProperties' || keyword === 'dependentSchemas') {
    const [ours, theirs] = [toObject(old), toObject(young)]
    for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      const isPattern = keyword === 'patternProperties'
      const rest = (schema: JsonObject): Json => (isPattern ? (schema['additionalProperties'] ?? true) : true)
      const inside = isPattern ? insideOf(place, `{${name}}`) : within(place, `where there is ${name}`)
      compareSchemas(
        pair,
        inside,
        ownValue(ours, name) ?? rest(before),
        ownValue(theirs, name) ?? rest(after),
      )
    }
    return
  }
  // The values allowed beside known properties, items and names, or none.
  const isList = keyword === 'items' || keyword === 'unevaluatedItems'
  const inside = insideOf(place, isList ? '[]' : '{}')
  if (old === false || young === false) {
    if (isSame(old, young)) return
    const shift = young === false ? 'fewer' : 'more'
    const what = describeDifference(keyword, old, young)
    reportShift(pair, { keyword, shift, rule: 'schema-constraint-changed', what })
    return
  }
  compareSchemas(pair, inside, old ?? true, young ?? true)
}

/** Items by their position; behind the last one, what holds for the others. */
function comparePositions(pair: SchemaPair): void {
  const { before, after, place } = pair
  const [old, young] = [before['prefixItems'], after['prefixItems']].map((list) =>
    Array.isArray(list) ? list : [],
  )
  const length = Math.max(old?.length ?? 0, young?.length ?? 0)
  for (let index = 0; index < length; index += 1) {
    const [was, is] = [old?.[index] ?? before['items'] ?? true, young?.[index] ?? after['items'] ?? true]
    compareSchemas(pair, insideOf(place, `[${index}]`), was, is)
  }
}

/** Compares the schemas of `allOf`, `anyOf` or `oneOf`, each with its partner. */
function compareChoices(pair: SchemaPair, keyword: 'allOf' | 'anyOf' | 'oneOf'): void {
  const { comparison, before, after } = pair
  const old = listBranches(comparison.base, before[keyword])
  const young = listBranches(comparison.revision, after[keyword])
  if (old.length === 0 || young.length === 0) {
    const isNew = old.length === 0
    const what = isNew
      ? `\`${keyword}\` is new: ${describe(young)}.`
      : `\`${keyword}\` is gone; it was ${describe(old)}.`
    reportShift(pair, {
      keyword,
      shift: isNew ? 'fewer' : 'more',
      rule: 'schema-combinator-changed',
      what,
    })
    return
  }
  const { partners, removed, added } = pairBranches(old, young)
  for (const [was, is] of partners)
    compareSchemas(pair, variantOf(pair.place, is.index), was.source, is.source)
  for (const branch of removed) reportBranch(pair, keyword, branch, false)
  for (const branch of added) reportBranch(pair, keyword, branch, true)
}

function reportBranch(
  pair: SchemaPair,
  keyword: string,
  { source, name, index }: Branch,
  isNew: boolean,
): void {
  const title = name ?? show(source)
  const what = `Variant ${title} of \`${keyword}\` ${isNew ? 'is new' : 'was removed'}.`
  const allowsMore = isNew !== (keyword === 'allOf')
  const { comparison, before, after } = pair
  const side = isNew ? comparison.revision : comparison.base
  const list = (isNew ? after : before)[keyword]
  const all = Array.isArray(list) ? list : []
  const others = all.filter((_, position) => position !== index)
  reportShift(
    { ...pair, place: variantOf(pair.place, index) },
    {
      keyword,
      shift: allowsMore ? 'more' : 'fewer',
      rule: 'schema-combinator-changed',
      what,
      alone: { side, old: isNew ? others : all, young: isNew ? all : others },
    },
  )
}

const describe = (branches: readonly Branch[]): string =>
  branches.map(({ name, source }) => name ?? show(source)).join(', ')
