import type { SchemaNode } from '@contract-kit/json-schema/schemas'
import { behind, type Mode, typesIn } from './schema.ts'
import { allTypes, type Members, membersOf, partsOf, shapeBesideNull, typesMeant } from './shapes.ts'

/** Whether a schema declares no type except object and null. */
export function isObjectAlone(node: SchemaNode): boolean {
  return typesIn(node).every((type) => type === 'object' || type === 'null')
}

/**
 * Returns the types that a schema excludes but the intersection of its parts does not. To the compiler, an object type without
 * required members excludes no other type in an intersection.
 */
export function otherTypesOf(node: SchemaNode, mode: Mode): readonly string[] {
  const meant = typesMeant(node)
  const inherited = typeToInherit(node)
  const typesOf = (part: SchemaNode): ReadonlySet<string> => {
    const types = typesMeant(part)
    const isBare = types.size === allTypes.length && partsOf(part).length === 0
    return inherited !== undefined && isBare ? new Set([inherited]) : types
  }
  // A part that allows any type adds nothing to an intersection.
  const telling = partsOf(node).filter((parts) => parts.every((part) => typesOf(part).size < allTypes.length))
  return allTypes.filter((type) => {
    const allowing = telling.filter((parts) => parts.some((part) => typesOf(part).has(type)))
    const isPossible = allowing.length > 0 || telling.length === 0
    return (
      !meant.has(type) &&
      isPossible &&
      telling.every((parts) => allowing.includes(parts) || parts.some((part) => isLooseObject(part, mode)))
    )
  })
}

function isLooseObject(node: SchemaNode, mode: Mode): boolean {
  const shape = shapeBesideNull(behind(node), mode)
  const lists = partsOf(node)
  if (shape === undefined)
    return lists.length > 0 && lists.every((parts) => parts.some((part) => isLooseObject(part, mode)))
  const members = membersOf([behind(node)], mode) ?? shape.members
  return shape.rest === undefined && members.size > 0 && isLoose(members)
}

/** Whether an object has no required members. */
export function isLoose(members: Members): boolean {
  return [...members.values()].every(({ isRequired }) => !isRequired)
}

/** Returns the only type of a schema other than null, which parts without a type inherit; otherwise `undefined`. */
export function typeToInherit(node: SchemaNode): string | undefined {
  const [type, ...others] = typesIn(node).filter((one) => one !== 'null')
  return others.length === 0 ? type : undefined
}
