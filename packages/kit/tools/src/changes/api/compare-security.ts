import { operationsOf } from '@contract-kit/openapi'
import { type Json, type JsonObject, isObject, toObject } from '../../documents/json.ts'
import { type Comparison, describeDifference, isSame, report, reportWording } from '../comparison.ts'
import { type Place, placeOf, within } from '../place.ts'
import { follow, type Side } from '../side.ts'

/** Schemes that are needed together, with their scopes. */
type Requirement = ReadonlyMap<string, readonly string[]>

/**
 * Compares the credentials that an operation requires. Credentials that were sufficient must stay sufficient. For each
 * alternative before, one must exist now that requires no other scheme and no other scope.
 */
export function compareRequirements(
  comparison: Comparison,
  place: Place,
  [before, after]: readonly [Json | undefined, Json | undefined],
  nodes: readonly [JsonObject, JsonObject],
): void {
  const rename = renamesOf(comparison)
  const old = readRequirements(before, rename)
  const young = readRequirements(after, (name) => name)
  const lost = old.filter((way) => !young.some((other) => asksNoMore(other, way)))
  const won = young.filter((way) => !old.some((other) => asksNoMore(other, way)))
  for (const way of lost) {
    const what = `${describe(way)} ${way.size === 0 ? 'were' : 'was'} enough, and ${young.map(describe).join(' or ')} must be sent now.`
    report(comparison, { impact: 'major', rule: 'security-requirement-changed', place, what, nodes })
  }
  if (lost.length > 0) return
  for (const way of won) {
    const what = `${describe(way)} ${way.size === 0 ? 'are' : 'is'} enough now.`
    report(comparison, { impact: 'minor', rule: 'compatible', place, what, nodes })
  }
}

/** The absence of requirements counts as one without schemes. */
function readRequirements(
  security: Json | undefined,
  rename: (name: string) => string,
): readonly Requirement[] {
  const list = Array.isArray(security) && security.length > 0 ? security : [{}]
  return list.map((requirement) => {
    const schemes = Object.entries(toObject(requirement)).map(
      ([name, scopes]) => [rename(name), Array.isArray(scopes) ? scopes.map(String) : []] as const,
    )
    return new Map(schemes)
  })
}

function asksNoMore(one: Requirement, other: Requirement): boolean {
  return [...one].every(([scheme, scopes]) => {
    const given = other.get(scheme)
    return given !== undefined && scopes.every((scope) => given.includes(scope))
  })
}

function describe(requirement: Requirement): string {
  if (requirement.size === 0) return 'No credentials'
  const schemes = [...requirement].map(([name, scopes]) =>
    scopes.length === 0
      ? `\`${name}\``
      : `\`${name}\` with ${scopes.map((scope) => `\`${scope}\``).join(' and ')}`,
  )
  return schemes.join(' together with ')
}

/** The new name of a renamed scheme: the definition is the same, and the old name is removed. */
function renamesOf({ base, revision }: Comparison): (name: string) => string {
  const [old, young] = [schemesOf(base), schemesOf(revision)]
  return (name) => {
    if (Object.hasOwn(young, name) || !Object.hasOwn(old, name)) return name
    const same = Object.keys(young).find(
      (other) => !Object.hasOwn(old, other) && isSame(young[other], old[name]),
    )
    return same ?? name
  }
}

function schemesOf({ document }: Side): JsonObject {
  return toObject(toObject(document['components'])['securitySchemes'])
}

/**
 * Compares the schemes that operations of both documents require. The requirements already report a scheme that is
 * newly required or no longer required. If no operation requires any, all of them count as used.
 */
export function compareSchemes(comparison: Comparison): void {
  const { base, revision } = comparison
  const [before, after] = [schemesOf(base), schemesOf(revision)]
  const [old, young] = [requiredSchemes(base), requiredSchemes(revision)]
  const isUnsaid = old.size === 0
  const rename = renamesOf(comparison)
  for (const [name, scheme] of Object.entries(before)) {
    const place = placeOf(`security scheme ${name}`)
    const isUsed = isUnsaid || old.has(name)
    if (Object.hasOwn(after, name)) {
      if (isUsed && (isUnsaid || young.has(name)))
        compareScheme(comparison, place, follow(base, scheme), follow(revision, after[name]))
    } else if (isUnsaid && rename(name) === name) {
      const what = 'The scheme was removed.'
      report(comparison, {
        impact: 'major',
        rule: 'security-scheme-changed',
        place,
        what,
        nodes: [scheme, undefined],
      })
    }
  }
}

function requiredSchemes({ document }: Side): ReadonlySet<string> {
  const items = Object.values(toObject(document['paths'])).map(toObject)
  const own = items.flatMap((item) => [...operationsOf(item).values()]).map(({ security }) => security)
  const requirements = [document['security'], ...own].flatMap((security) =>
    Array.isArray(security) ? security : [],
  )
  return new Set(requirements.flatMap((requirement) => Object.keys(toObject(requirement))))
}

/** Fields that determine where credentials come from or go to. */
const decisive = ['type', 'name', 'in', 'scheme', 'openIdConnectUrl', 'oauth2MetadataUrl']

function compareScheme(comparison: Comparison, place: Place, before: JsonObject, after: JsonObject): void {
  const nodes = [before, after] as const
  const breaks = (inner: Place, what: string): void =>
    report(comparison, { impact: 'major', rule: 'security-scheme-changed', place: inner, what, nodes })
  for (const field of decisive) {
    const [old, young] = [before[field], after[field]]
    const isAddress = field === 'oauth2MetadataUrl' && old === undefined
    if (!isSame(old, young) && !isAddress) breaks(place, describeDifference(field, old, young))
  }
  compareFlows(comparison, place, toObject(before['flows']), toObject(after['flows']), breaks)
  if ((before['deprecated'] === true) !== (after['deprecated'] === true)) {
    const what = describeDifference('deprecated', before['deprecated'], after['deprecated'])
    report(comparison, { impact: 'minor', rule: 'compatible', place, what, nodes })
  }
  const isAdded = before['oauth2MetadataUrl'] === undefined
  const rated = new Set([
    ...decisive.filter((field) => field !== 'oauth2MetadataUrl' || !isAdded),
    'flows',
    'deprecated',
  ])
  reportWording(comparison, place, nodes, rated)
}

/** The flow, URL and scopes that issue a token must remain. */
function compareFlows(
  comparison: Comparison,
  place: Place,
  before: JsonObject,
  after: JsonObject,
  breaks: (place: Place, what: string) => void,
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const inside = within(place, `flow ${name}`)
    const [old, young] = [before[name], after[name]]
    if (!isObject(young)) breaks(inside, 'The flow was removed.')
    else if (!isObject(old)) {
      const nodes = [undefined, young] as const
      report(comparison, {
        impact: 'minor',
        rule: 'compatible',
        place: inside,
        what: 'The flow is new.',
        nodes,
      })
    } else compareFlow(comparison, inside, old, young, breaks)
  }
}

function compareFlow(
  comparison: Comparison,
  place: Place,
  before: JsonObject,
  after: JsonObject,
  breaks: (place: Place, what: string) => void,
): void {
  const nodes = [before, after] as const
  for (const field of ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']) {
    const [old, young] = [before[field], after[field]]
    if (isSame(old, young)) continue
    const what = describeDifference(field, old, young)
    if (old === undefined) report(comparison, { impact: 'minor', rule: 'compatible', place, what, nodes })
    else breaks(place, what)
  }
  const [old, young] = [toObject(before['scopes']), toObject(after['scopes'])]
  for (const scope of Object.keys(old))
    if (!Object.hasOwn(young, scope)) breaks(place, `The scope \`${scope}\` was removed.`)
  for (const scope of Object.keys(young)) {
    if (Object.hasOwn(old, scope)) continue
    const what = `The scope \`${scope}\` is new.`
    report(comparison, { impact: 'minor', rule: 'compatible', place, what, nodes })
  }
  reportWording(comparison, within(place, 'scopes'), [old, young], onlyIn(old, young))
}

/** The members that only one of two objects has. They are already reported. */
const onlyIn = (old: JsonObject, young: JsonObject): ReadonlySet<string> =>
  new Set([...Object.keys(old), ...Object.keys(young)].filter((key) => !(key in old) || !(key in young)))
