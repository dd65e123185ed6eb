import { oncePer, remembered } from '../base/bounded-cache.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import { type Direction, keywordOf, type SchemaNode } from '../base/schema-set.ts'
import { isTransmitted, namesBelow } from '../base/subschemas.ts'
import { isValid } from '../keywords/judge.ts'
import {
  createDerivedNode,
  demand,
  mapIn,
  narrowTo,
  referTo,
  type Shell,
  without,
} from '../keywords/shell.ts'
import { findTemplate, sampleValues } from '../generate/valid-values.ts'
import type { Step } from './steps.ts'

const UNEXPECTED = 'object_unexpected_properties'

/** The steps to the properties of an object and to their names. */
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
      // Keep the pattern, so that additionalProperties ignores its names. Its schema is below.
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

/** Chooses a wrong name among the declared ones first, since others may be forbidden. */
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

const schemasIn = (from: SchemaNode, keyword: string): (readonly [string, SchemaNode])[] =>
  namesBelow(from.schema, keyword).map((name) => [name, from.set.child(from, keyword, name)] as const)

const READABLE = ['extra', 'other', 'x']

/**
 * Finds up to three names of undeclared properties that an object of this schema may have, readable ones first. A name matches `pattern`,
 * if given, and none of the schema's other patterns.
 */
export const findPropertyNames = (node: SchemaNode, pattern?: string): readonly string[] =>
  remembered(knownNames(node), pattern === undefined ? '' : `/${pattern}`, () => {
    const wanted = createDerivedNode(node, nameSchema(node, pattern))
    const readable = READABLE.filter((name) => isValid(wanted, name))
    return readable.length > 0 ? readable : plainTexts(wanted)
  })

const knownNames = oncePer((_node: SchemaNode) => new Map<string, readonly string[]>())

const nameSchema = (node: SchemaNode, pattern: string | undefined): JsonObject => {
  const otherPatterns = namesBelow(node.schema, 'patternProperties').filter((other) => other !== pattern)
  const declared = namesBelow(node.schema, 'properties')
  return {
    type: 'string',
    allOf: [
      ...(pattern === undefined ? [] : [{ pattern }]),
      ...otherPatterns.map((other) => ({ not: { pattern: other } })),
      ...(declared.length === 0 ? [] : [{ not: { enum: [...declared] } }]),
      ...(keywordOf(node, 'propertyNames') === undefined ? [] : [referTo(node, 'propertyNames')]),
    ],
  }
}

const SAMPLES = 2

/** Up to three texts that satisfy a schema, the plainest first; the same in every run. */
const plainTexts = (node: SchemaNode): string[] => {
  const plain = findTemplate(node, {})
  const values = plain === undefined ? [] : [plain, ...sampleValues(node, {}, SAMPLES)]
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}
