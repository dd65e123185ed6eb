import { isObject, type JsonObject, own } from '@contract-kit/json-schema/json'
import { visitReferences } from '@contract-kit/openapi/source'
import type { Json } from './json.ts'

/** A component of a document: its reference, and the object that contains it. */
interface Component {
  readonly reference: string
  readonly name: string
  readonly all: JsonObject
}

/** Lists the components of a document; of Swagger 2.0, its definitions. */
export const listComponents = (document: Json): readonly Component[] => {
  const isSwagger = own(document, 'swagger') !== undefined
  const holder = isSwagger ? document : own(document, 'components')
  return Object.entries(isObject(holder) ? holder : {}).flatMap(([section, all]) =>
    isObject(all) && (!isSwagger || swaggerSections.has(section))
      ? Object.keys(all).map((name) => ({
          reference: `#/${isSwagger ? '' : 'components/'}${section}/${name}`,
          name,
          all,
        }))
      : [],
  )
}

const swaggerSections = new Set(['definitions', 'parameters', 'responses'])

/** Names of components, and only these (OpenAPI 3.1, 4.8.7). */
const allowed = /^[A-Za-z0-9._-]+$/

/**
 * Redocly names a component after its place in the file, `a~1b`, which OpenAPI may not allow and its reference does not
 * match. Replaces such names, in place. An `$id` would change the base of references into `components`
 * (JSON Schema 2020-12, 8.2.1), so it is removed unless a `$dynamicRef` depends on it.
 * @param given References to the components that the author named. Their names stay.
 */
export function nameComponents(document: JsonObject, given: ReadonlySet<string>): void {
  const names = new Map<string, string>()
  for (const { reference, name, all } of listComponents(document)) {
    if (allowed.test(name) || given.has(reference)) continue
    const plain = name.replaceAll(/~[01]|[^A-Za-z0-9._-]+/g, '_')
    let free = plain
    for (let count = 2; Object.hasOwn(all, free); count += 1) free = `${plain}-${count}`
    all[free] = all[name] as Json
    delete all[name]
    names.set(reference, reference.slice(0, -name.length) + free)
  }
  const identified: JsonObject[] = []
  let isDynamic = false
  visitReferences(document, '', {
    reference({ holder, key, text }) {
      isDynamic ||= key === '$dynamicRef'
      holder[key] = names.get(text) ?? text
    },
    identified: (schema) => void identified.push(schema),
  })
  if (!isDynamic) for (const schema of identified) delete schema['$id']
}
