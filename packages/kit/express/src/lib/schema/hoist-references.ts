import { isJsonObject, type JsonObject } from './json-object.ts'
import type { Resolve } from './resolve-reference.ts'

const TO_COMPONENT = /^#\/components\/schemas\/[\w.-]+$/

/**
 * Rewrites in place every reference that leads elsewhere than to a component schema, such as into one, so that it leads
 * to a component of its own, which is added to `schemas`. A reference that leads nowhere stays, for the compiler to name.
 */
export function hoistReferences(root: JsonObject, schemas: Record<string, unknown>, resolve: Resolve): void {
  const hoisted = new Map<string, string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isJsonObject(node)) return
    const { $ref: reference } = node
    if (typeof reference === 'string' && !TO_COMPONENT.test(reference)) {
      const name = hoisted.get(reference) ?? hoist(reference)
      if (name !== undefined) Object.assign(node, { $ref: `#/components/schemas/${name}` })
    }
    Object.values(node).forEach(visit)
  }
  const hoist = (reference: string): string | undefined => {
    const target = resolveOrNothing(reference, resolve)
    if (target === undefined) return undefined
    const name = freeName(`referred${hoisted.size}`, schemas)
    hoisted.set(reference, name)
    const copy = structuredClone(target)
    schemas[name] = copy
    visit(copy)
    return name
  }
  visit(root)
}

/** A name that no component has yet. */
export function freeName(wanted: string, schemas: Readonly<Record<string, unknown>>): string {
  return Object.hasOwn(schemas, wanted) ? freeName(`${wanted}_`, schemas) : wanted
}

function resolveOrNothing(reference: string, resolve: Resolve): unknown {
  try {
    return resolve({ $ref: reference })
  } catch {
    return undefined
  }
}
