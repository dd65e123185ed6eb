import { type Json, type JsonObject, isObject, toObject } from '../../documents/json.ts'
import { subschemaKeywords } from '@contract-kit/json-schema/schemas'
import type { Role } from '../change.ts'
import { type Comparison, describeDifference, isSame, pairKey, rate, report, show } from '../comparison.ts'
import { insideOf, memberOf, type Place, variantNamed, variantOf, within } from '../place.ts'
import { removalImpact } from '../policies.ts'
import { type Branch, listBranches, pairBranches } from './branches.ts'
import { compareAnnotation } from './compare-annotations.ts'
import { areFiles, mayHoldFile } from './files.ts'
import { keywordKinds, restOf, shiftOf } from './keywords.ts'
import { type Side, targetOf } from '../side.ts'
import {
  type Choice,
  reportOverlap,
  reportShift,
  type SchemaContext,
  type SchemaPair,
} from './report-shift.ts'
import { type NamedVariant, variantsOf } from './variants.ts'
import { isUnchanged, saysSame } from './same-schemas.ts'
import { accepts, anyValues, isDescribed, ordinaryValues, toView, type View } from './view.ts'
import { isClosed, readSchema, viewOf } from './read-schema.ts'

/** Compares two schemas and all within them; an absent one allows everything. */
export function compareSchemas(
  context: SchemaContext,
  place: Place,
  before: Json | undefined,
  after: Json | undefined,
): void {
  const { comparison, mediaType } = context
  const { base, revision } = comparison
  if (isUnchanged(comparison, before, after)) return
  if (mayHoldFile(mediaType) && areFiles(readSchema(base, before), readSchema(revision, after))) return
  const pair = pairOf(context, place, before, after)
  if (pair === undefined) return
  compareProperties(pair)
  for (const keyword of new Set([...Object.keys(pair.before), ...Object.keys(pair.after)]))
    compareKeyword(pair, keyword)
  compareVariants(pair)
}

/** Prepares two schemas for comparison; undefined if they were already compared below the same choice. */
function pairOf(
  { comparison, role, mediaType, choice }: SchemaContext,
  place: Place,
  before: Json | undefined,
  after: Json | undefined,
): SchemaPair | undefined {
  const { base, revision, compared } = comparison
  // Boolean schemas are the same everywhere and have no subschemas.
  if (isObject(before) || isObject(after)) {
    const above = choice === undefined ? '' : pairKey(comparison, ...choice.pair.sources)
    const key = `${mediaType} ${role} ${above} ${pairKey(comparison, before, after)}`
    if (compared.has(key)) return undefined
    compared.add(key)
  }
  const hidden = role === 'sent' ? 'readOnly' : 'writeOnly'
  const [old, young] = [readSchema(base, before), readSchema(revision, after)]
  return {
    comparison,
    role,
    mediaType,
    choice,
    place,
    before: viewOf(base, asBranch(old, before, young), hidden),
    after: viewOf(revision, asBranch(young, after, old), hidden),
    sources: [toSource(base, before), toSource(revision, after)],
    ...viewsOf(comparison, role, before, after),
  }
}

/** Orders two schemas by direction: the values of the first must be valid for the second. */
function viewsOf(
  { base, revision }: Comparison,
  role: Role,
  before: Json | undefined,
  after: Json | undefined,
): Pick<SchemaPair, 'safe' | 'unsafe'> {
  const direction = role === 'sent' ? 'request' : 'response'
  const [old, young] = [toView(base, before, direction), toView(revision, after, direction)]
  return role === 'sent' ? { safe: old, unsafe: young } : { safe: young, unsafe: old }
}

/** The context of a part of a schema; without a token where the part has no fixed name. */
function contextOf(pair: SchemaPair, token?: string): SchemaContext {
  const choice = isRecomposed(pair) ? { pair, branch: pair.safe, path: [], isRewritten: true } : pair.choice
  if (choice === undefined) return pair
  const path =
    choice.path === undefined || token === undefined
      ? undefined
      : [...choice.path, { token, owner: pair.safe }]
  return { ...pair, choice: { ...choice, path } }
}

const isRecomposed = ({ before, after }: SchemaPair): boolean =>
  compositions.some((keyword) => keyword in before !== keyword in after)

/** Keywords with overlapping meaning: a constraint may move from one to another. */
const compositions = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas'] as const

/**
 * Wraps a schema as the only branch of a choice, if the other schema is only that choice. A schema that
 * becomes `anyOf: [itself, null]` then has one more variant.
 */
function asBranch(schema: JsonObject, source: Json | undefined, other: JsonObject): JsonObject {
  const choice = choices.find((keyword) => keyword in other)
  if (choices.some((keyword) => keyword in schema)) return schema
  const isChoiceAlone = statementsOf(other).every((keyword) => keyword === choice)
  if (choice === undefined || !isChoiceAlone || statementsOf(schema).length === 0) return schema
  const words = Object.entries(schema).filter(([keyword]) => keywordKinds[keyword] === 'annotation')
  return { ...Object.fromEntries(words), [choice]: [source ?? true] }
}

const choices = ['anyOf', 'oneOf'] as const

/** The keywords of a schema that allow or exclude values. */
const statementsOf = (schema: JsonObject): readonly string[] =>
  Object.keys(schema).filter((keyword) => ['assertion', 'applicator'].includes(keywordKinds[keyword] ?? ''))

/** The place of a schema's content: the target of a reference, which may have descriptions beside it. */
function toSource(side: Side, schema: Json | undefined): Json | undefined {
  const target = isObject(schema) && '$ref' in schema ? targetOf(side, schema) : undefined
  return target === undefined || target === schema ? schema : toSource(side, target)
}

function compareKeyword(pair: SchemaPair, keyword: string): void {
  const kind = keywordKinds[keyword] ?? 'wording'
  if (kind === 'assertion') compareAssertion(pair, keyword)
  else if (kind === 'applicator') compareInside(pair, keyword)
  else compareAnnotation(pair, keyword)
}

function compareAssertion(pair: SchemaPair, keyword: string): void {
  const { comparison, before, after } = pair
  // A nested schema may be equivalent in another form, or differ behind the same reference.
  const holdsSchema = subschemaKeywords.has(keyword)
  if (holdsSchema && saysSame(comparison, before[keyword], after[keyword])) return
  const shift = shiftOf(keyword, before, after) ?? (holdsSchema ? 'both' : undefined)
  if (shift === undefined || (keyword === 'required' && isToldByProperties(pair))) return
  const what =
    keyword === 'required'
      ? describeRequired(pair)
      : describeDifference(keyword, before[keyword], after[keyword])
  reportShift(pair, { keyword, shift, rule: ruleOf(keyword, pair), what })
}

/** Removed properties are reported separately. */
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

/** The rule id for a changed keyword. */
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
    if (was !== undefined && is !== undefined) compareSchemas(contextOf(pair, name), member, was, is)
    else if (was !== undefined) reportRemoved(pair, member, name, was)
    else reportAdded(pair, member, name, is)
  }
}

/** Reports a property that was removed, hidden in this direction, or is no longer named. */
function reportRemoved(pair: SchemaPair, place: Place, name: string, was: Json): void {
  const { comparison, role, after, sources } = pair
  const { base, revision, policies } = comparison
  const rest = restOf(after, name)
  if (isObject(rest)) return compareSchemas(contextOf(pair, name), place, was, rest)
  const source = toObject(readSchema(revision, sources[1])['properties'])
  if (Object.hasOwn(source, name)) {
    const what =
      role === 'sent'
        ? `\`${name}\` became read-only, so it is no longer accepted.`
        : `\`${name}\` became write-only, so no response has it any more.`
    report(comparison, { impact: 'major', rule: 'read-only-added', place, what, nodes: [was, source[name]] })
    return
  }
  if (isDescribed(viewOn(pair, 'after'), name)) return reportMoved(pair, name)
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
  if (isObject(rest)) return compareSchemas(contextOf(pair, name), place, rest, is)
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
  } else if (isDescribed(viewOn(pair, 'before'), name)) {
    reportMoved(pair, name)
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

const viewOn = ({ role, safe, unsafe }: SchemaPair, side: 'before' | 'after'): View =>
  (side === 'before') === (role === 'sent') ? safe : unsafe

/** Whether a choice beside `properties` describes the property. */
function reportMoved(pair: SchemaPair, name: string): void {
  const what = `Property \`${name}\` is described by another part of the schema.`
  reportShift(pair, { keyword: 'properties', shift: 'both', rule: 'schema-combinator-changed', what })
}

const ownValue = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Compares the schemas in a keyword, each with the one that applies at the same place. */
function compareInside(pair: SchemaPair, keyword: string): void {
  const { before, after, place } = pair
  const [old, young] = [before[keyword], after[keyword]]
  if (keyword === 'properties') return
  if (keyword === 'allOf' || keyword === 'anyOf' || keyword === 'oneOf') return compareChoices(pair, keyword)
  if (keyword === 'prefixItems') return comparePositions(pair)
  if (keyword === 'dependentSchemas') return compareDependents(pair)
  if (keyword === 'patternProperties') {
    const [ours, theirs] = [toObject(old), toObject(young)]
    const [rest, others] = [before, after].map((schema) => schema['additionalProperties'] ?? true)
    for (const pattern of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      const [was, is] = [ownValue(ours, pattern) ?? rest, ownValue(theirs, pattern) ?? others]
      compareSchemas(contextOf(pair), insideOf(place, `{${pattern}}`), was, is)
    }
    return
  }
  // The schema for undeclared properties, items and names.
  const isList = keyword === 'items' || keyword === 'unevaluatedItems'
  const inside = insideOf(place, isList ? '[]' : '{}')
  if (old === false || young === false) {
    if (isSame(old, young)) return
    const shift = young === false ? 'fewer' : 'more'
    const what = describeDifference(keyword, old, young)
    reportShift(pair, { keyword, shift, rule: 'schema-constraint-changed', what })
    return
  }
  const isMember = keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'
  const token = isList ? '0' : isMember ? unknownName(pair) : undefined
  compareSchemas(contextOf(pair, token), inside, old ?? true, young ?? true)
}

/** A member name that neither schema describes. */
function unknownName({ before, after }: SchemaPair): string {
  const known = [before, after].flatMap((schema) => Object.keys(toObject(schema['properties'])))
  const names = Array.from({ length: known.length + 1 }, (_, index) => `key${index}`)
  return names.find((name) => !known.includes(name)) ?? ''
}

/** Compares schemas that apply to the whole value if it has a property. */
function compareDependents(pair: SchemaPair): void {
  const { comparison, before, after, place } = pair
  const [old, young] = [toObject(before['dependentSchemas']), toObject(after['dependentSchemas'])]
  for (const property of new Set([...Object.keys(old), ...Object.keys(young)])) {
    const [was, is] = [ownValue(old, property), ownValue(young, property)]
    const inside = within(place, `where there is ${property}`)
    if (was !== undefined && is !== undefined) {
      const name = (whole: Json): Json => withProperty(pair.safe, whole, property)
      compareBranches(pair, inside, was, is, { isRewritten: isRecomposed(pair), name })
      continue
    }
    const [isNew, side] = was === undefined ? [true, comparison.revision] : [false, comparison.base]
    const branch = toView(side, is ?? was, pair.safe.direction)
    reportShift(pair, {
      keyword: 'dependentSchemas',
      shift: isNew ? 'fewer' : 'more',
      rule: 'schema-combinator-changed',
      what: `What \`${property}\` takes with it ${isNew ? 'is new:' : 'is gone; it was'} ${show(is ?? was)}.`,
      place: inside,
      isShownBy: (value) => isObject(value) && Object.hasOwn(value, property) && !accepts(branch, value),
    })
  }
}

/** A valid object with the property that activates a schema. */
function withProperty(valid: View, whole: Json, property: string): Json {
  if (!isObject(whole) || Object.hasOwn(whole, property)) return whole
  const usual = ordinaryValues(valid).flatMap((value) => (isObject(value) ? [ownValue(value, property)] : []))
  return (
    [...usual, ...anyValues]
      .flatMap((value) => (value === undefined ? [] : [{ ...whole, [property]: value }]))
      .find((value) => accepts(valid, value)) ?? whole
  )
}

/** Compares items by position, and then the schema of all further items. */
function comparePositions(pair: SchemaPair): void {
  const { before, after, place } = pair
  const [old, young] = [before['prefixItems'], after['prefixItems']].map((list) =>
    Array.isArray(list) ? list : [],
  )
  const length = Math.max(old?.length ?? 0, young?.length ?? 0)
  for (let index = 0; index < length; index += 1) {
    const [was, is] = [old?.[index] ?? before['items'] ?? true, young?.[index] ?? after['items'] ?? true]
    compareSchemas(contextOf(pair, String(index)), insideOf(place, `[${index}]`), was, is)
  }
}

/** Compares the schemas of `allOf`, `anyOf` or `oneOf`, each with its partner. */
function compareChoices(pair: SchemaPair, keyword: 'allOf' | 'anyOf' | 'oneOf'): void {
  const { comparison, before, after, place } = pair
  const old = listBranches(comparison.base, before[keyword])
  const young = listBranches(comparison.revision, after[keyword])
  if (old.length === 0 || young.length === 0) {
    const isNew = old.length === 0
    const what = isNew
      ? `\`${keyword}\` is new: ${describe(young)}.`
      : `\`${keyword}\` is gone; it was ${describe(old)}.`
    const shift = isNew ? 'fewer' : 'more'
    return reportShift(pair, { keyword, shift, rule: 'schema-combinator-changed', what })
  }
  const { partners, removed, added } = pairBranches(comparison, old, young)
  const isRewritten = isRecomposed(pair) || removed.length + added.length > 0
  for (const [was, is] of partners)
    compareBranches(pair, variantOf(place, is.index), was.source, is.source, { isRewritten })
  const isToldApartAnew = ([was, is]: readonly [Branch, Branch]): boolean =>
    !isSame(marksOf(comparison.base, was), marksOf(comparison.revision, is))
  if (keyword === 'oneOf' && partners.some(isToldApartAnew)) {
    const side = pair.role === 'sent' ? comparison.revision : comparison.base
    const variants = partners.map(([was, is]) => (pair.role === 'sent' ? is : was))
    reportOverlap(
      pair,
      variants.map(({ source }) => toView(side, source, pair.safe.direction)),
    )
  }
  for (const branch of removed) reportBranch(pair, keyword, branch, false)
  for (const branch of added) reportBranch(pair, keyword, branch, true)
}

/** The distinguishing features of a variant: its types and values, and those of its required members. */
function marksOf(side: Side, { schema }: Branch): Json {
  const { type, enum: values, required, properties, additionalProperties } = schema
  const members = listOf(required).map((name) => {
    const member = readSchema(side, ownValue(toObject(properties), name))
    return [name, member['type'] ?? null, member['enum'] ?? null]
  })
  return [type ?? null, values ?? null, members, additionalProperties === false]
}

/** Compares two branches of a choice, or two variants: a value lost in one may be valid in another. */
function compareBranches(
  pair: SchemaPair,
  place: Place,
  before: Json | undefined,
  after: Json | undefined,
  more: Pick<Choice, 'isRewritten' | 'name'>,
): void {
  if (isUnchanged(pair.comparison, before, after)) return
  const { comparison, role } = pair
  const branch = viewsOf(comparison, role, before, after)
  compareSchemas({ ...pair, choice: { pair, branch: branch.safe, path: [], ...more } }, place, before, after)
}

function reportBranch(
  pair: SchemaPair,
  keyword: string,
  { source, name, index }: Branch,
  isNew: boolean,
): void {
  const what = `Variant ${name ?? show(source)} of \`${keyword}\` ${isNew ? 'is new' : 'was removed'}.`
  const shift = isNew === (keyword === 'allOf') ? 'fewer' : 'more'
  const place = variantOf(pair.place, index)
  const { base, revision } = pair.comparison
  const branch = toView(isNew ? revision : base, source, pair.safe.direction)
  const isShownBy = (value: Json): boolean => accepts(branch, value) === (keyword !== 'allOf')
  reportShift(pair, { keyword, shift, rule: 'schema-combinator-changed', what, place, isShownBy })
}

const describe = (branches: readonly Branch[]): string =>
  branches.map(({ name, source }) => name ?? show(source)).join(', ')

/**
 * Compares the variants of a discriminator. A new name breaks receivers, a removed one breaks senders. A value that names a schema
 * which extends this one by `allOf` must satisfy that schema, too.
 */
function compareVariants(pair: SchemaPair): void {
  const { comparison, role, sources } = pair
  const [old, young] = [variantsOf(comparison.base, sources[0]), variantsOf(comparison.revision, sources[1])]
  // A new or removed discriminator is reported separately.
  if (old === undefined || young === undefined) return
  for (const value of new Set([...old.keys(), ...young.keys()])) {
    const [was, is] = [old.get(value), young.get(value)]
    if (was?.isUsed !== true && is?.isUsed !== true) continue
    if (was !== undefined && is !== undefined) {
      if (was.isExtension || is.isExtension) compareExtension(pair, value, was, is)
      else if (was.name !== is.name && !saysSame(comparison, was.source, is.source))
        tellOfName(pair, true, `The value \`${value}\` names another variant.`)
      continue
    }
    const isNew = was === undefined
    const what = `The value \`${value}\` names ${isNew ? 'a variant' : 'no variant any more'}.`
    tellOfName(pair, isNew === (role === 'received'), what)
  }
}

function tellOfName(
  { comparison, place, sources: nodes }: SchemaPair,
  isBreaking: boolean,
  what: string,
): void {
  report(comparison, { ...rate(isBreaking, 'discriminator-changed'), place, what, nodes })
}

function compareExtension(pair: SchemaPair, value: string, was: NamedVariant, is: NamedVariant): void {
  const { property } = was
  const place = variantNamed(pair.place, value)
  const name = (whole: Json): Json => (isObject(whole) ? { ...whole, [property]: value } : whole)
  compareBranches(pair, place, was.source, is.source, { isRewritten: false, name })
}
