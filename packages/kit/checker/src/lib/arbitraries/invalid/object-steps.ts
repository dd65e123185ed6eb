import { isValid } from '../../schema/evaluate.ts'
import { isObject, own } from '../../schema/json.ts'
import { keywordOf, type Direction, type SchemaNode } from '../../schema/schema-node.ts'
import { demand, mapIn, narrowTo, without } from './narrow-shell.ts'
import { plainTexts } from './plain-texts.ts'
import { findPropertyNames } from './property-names.ts'
import { createDerivedNode } from './derived-node.ts'
import type { Shell } from './shell-of.ts'
import type { Step } from './step.ts'
import { isTransmitted } from './is-transmitted.ts'

const UNEXPECTED = 'object_unexpected_properties'

/** The ways to the properties of an object and to their names. */
export const objectSteps = (from: SchemaNode, direction: Direction | undefined): Step[] => [
  ...propertySteps(from, direction),
  ...patternSteps(from),
  ...openSteps(from, 'additionalProperties'),
  ...openSteps(from, 'unevaluatedProperties'),
  ...nameSteps(from),
]

const propertySteps = (from: SchemaNode, direction: Direction | undefined): Step[] =>
  schemasIn(from, 'properties')
    .filter(([, to]) => isTransmitted(to, direction))
    .map(([name, to]) => ({
      from,
      to,
      moves: true,
      closedScenario: UNEXPECTED,
      force: (shell, below) => withProperty(shell, name, below),
    }))

const patternSteps = (from: SchemaNode): Step[] =>
  schemasIn(from, 'patternProperties').map(([pattern, to]) => ({
    from,
    to,
    moves: true,
    closedScenario: UNEXPECTED,
    force: (shell, below) => {
      // The pattern still claims its names, so that additionalProperties leaves them alone; what it says stands below.
      const patternProperties = { ...mapIn(shell, 'patternProperties'), [pattern]: true }
      const names = findPropertyNames(from, pattern)
      return names.flatMap((name) => withProperty({ ...shell, patternProperties }, name, below))
    },
  }))

const openSteps = (from: SchemaNode, keyword: 'additionalProperties' | 'unevaluatedProperties'): Step[] => {
  const open = keywordOf(from, keyword)
  if (open !== false && !isObject(open)) return []
  return [
    {
      from,
      to: from.set.child(from, keyword),
      moves: true,
      closedScenario: UNEXPECTED,
      force: (shell, below) => findPropertyNames(from).flatMap((name) => withProperty(shell, name, below)),
    },
  ]
}

/** A wrong name is chosen among the declared ones first: others may not be allowed at all. */
const nameSteps = (from: SchemaNode): Step[] => {
  const names = keywordOf(from, 'propertyNames')
  if (names !== false && !isObject(names)) return []
  const declared = schemasIn(from, 'properties').map(([name]) => name)
  return [
    {
      from,
      to: from.set.child(from, 'propertyNames'),
      moves: true,
      intoName: true,
      closedScenario: 'object_invalid_property_name',
      force: (shell, below) => {
        const text = narrowTo(below, 'string')
        if (text === undefined) return []
        const wrong = createDerivedNode(from, text)
        const wrongNames = [
          ...declared.filter((name) => isValid(wrong, name)).slice(0, 1),
          ...plainTexts(wrong),
        ]
        return wrongNames.flatMap((name) => withProperty(without(shell, 'propertyNames'), name, undefined))
      },
    },
  ]
}

const withProperty = (shell: Shell, name: string, below: Shell | undefined): Shell[] => {
  const object = narrowTo(shell, 'object')
  if (object === undefined) return []
  if (below === undefined) return [demand(object, name)]
  return [demand({ ...object, properties: { ...mapIn(shell, 'properties'), [name]: below } }, name)]
}

const schemasIn = (from: SchemaNode, keyword: string): (readonly [string, SchemaNode])[] => {
  const map = keywordOf(from, keyword)
  if (!isObject(map)) return []
  return Object.keys(map)
    .filter((name) => typeof own(map, name) === 'boolean' || isObject(own(map, name)))
    .map((name) => [name, from.set.child(from, keyword, name)] as const)
}
