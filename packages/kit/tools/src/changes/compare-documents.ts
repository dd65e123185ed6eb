import { type JsonObject, toObject } from '../documents/json.ts'
import { comparePaths, compareWebhooks } from './api/compare-paths.ts'
import { compareSchemes } from './api/compare-security.ts'
import { compareServers } from './api/compare-servers.ts'
import { type Change, impacts } from './change.ts'
import { type Comparison, isSame, report, reportWording } from './comparison.ts'
import { placeOf } from './place.ts'
import { defaultPolicies, type Policies, rateByRules } from './policies.ts'
import { readSide } from './side.ts'

/**
 * Lists the differences between two bundled documents (Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2), except their versions. Breaking ones come
 * first, then document order. A change of a shared component is reported at its first use. Throws
 * an InputError if one is not an OpenAPI document.
 */
export function compareDocuments(
  base: object,
  revision: object,
  policies: Partial<Policies> = {},
): readonly Change[] {
  const comparison: Comparison = {
    base: readSide('base', base),
    revision: readSide('revision', revision),
    policies: { ...defaultPolicies(), ...policies },
    changes: [],
    compared: new Set(),
    unchanged: new Set(),
    changed: new Set(),
    numbers: new Map(),
    verdicts: new Map(),
  }
  const { document: before } = comparison.base
  const { document: after } = comparison.revision
  if (isSame(before, after)) return []
  compareServers(comparison, placeOf('the document'), before['servers'], after['servers'])
  comparePaths(comparison)
  compareWebhooks(comparison)
  compareSchemes(comparison)
  compareRoot(comparison, before, after)
  const rated = comparison.changes.map((change) => rateByRules(change, comparison.policies))
  return impacts.flatMap((impact) => rated.filter((change) => change.impact === impact))
}

function compareRoot(comparison: Comparison, base: JsonObject, revision: JsonObject): void {
  const place = placeOf('the document')
  if (!isSame(base['jsonSchemaDialect'], revision['jsonSchemaDialect'])) {
    const what = 'Schemas are written in another dialect of JSON Schema.'
    const nodes = [base, revision] as const
    report(comparison, { impact: 'major', rule: 'dialect-changed', place, what, nodes })
  }
  const [old, young] = [toObject(base['info']), toObject(revision['info'])]
  reportWording(comparison, placeOf('info'), [old, young], new Set(['version']))
  reportWording(comparison, place, [base, revision], rootFields)
  compareUnused(comparison, toObject(base['components']), toObject(revision['components']))
}

const rootFields: ReadonlySet<string> = new Set([
  'info',
  'servers',
  'paths',
  'webhooks',
  'components',
  'security',
  'jsonSchemaDialect',
])

/** Changes of components are reported where they are used. A new or removed unused component is a change of wording. */
function compareUnused(comparison: Comparison, base: JsonObject, revision: JsonObject): void {
  for (const kind of new Set([...Object.keys(base), ...Object.keys(revision)])) {
    const [old, young] = [toObject(base[kind]), toObject(revision[kind])]
    for (const name of new Set([...Object.keys(old), ...Object.keys(young)])) {
      if (kind === 'securitySchemes' || (Object.hasOwn(old, name) && Object.hasOwn(young, name))) continue
      const isNew = Object.hasOwn(young, name)
      report(comparison, {
        impact: 'patch',
        rule: 'wording',
        place: placeOf(`components ${kind} ${name}`),
        what: `The component ${isNew ? 'is new' : 'is gone'}.`,
        nodes: isNew ? [undefined, young] : [old, undefined],
      })
    }
  }
}
