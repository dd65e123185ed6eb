import { isObject, own, type Json } from '../../schema/json.ts'
import { failApplicators, holdApplicators } from './applicators.ts'
import {
  just,
  open,
  type Alternative,
  type Choice,
  type Expansion,
  type Failing,
  type Holding,
  type OpenLiteral,
  type Step,
} from './choice.ts'
import { discriminate, type Discrimination } from './discriminate.ts'
import { differ } from './differ.ts'
import type { Goal } from './goal.ts'
import { failItems, holdItems } from './items-keywords.ts'
import { maskOf, typeOf, type JsonType } from './json-type.ts'
import { valuesListedBy } from './listed-values.ts'
import { failNumber, holdNumber } from './number-keywords.ts'
import { failProperties, holdProperties } from './properties-keywords.ts'
import { failText, holdText } from './text-keywords.ts'
import { declaredTypes } from './type-mask.ts'

/** What a literal means for values of one type: facts, further literals, and choices; by discriminators, where `by` is given. */
export const expandLiteral = (
  { literal, trackers, entry, without }: OpenLiteral,
  type: JsonType,
  by?: Discrimination,
): Expansion => {
  switch (literal.kind) {
    case 'holds': {
      const { node, scope, direction } = literal
      if (node.schema === true) return nothingMore
      if (node.schema === false) return never('the schema is false')
      const holding = { node, schema: node.schema, scope, direction, entry: entry ?? node, outer: trackers }
      return expandHolding(without === undefined ? holding : { ...holding, without }, type, by)
    }
    case 'fails': {
      const { node, scope } = literal
      if (node.schema === true) return never('a schema that is always kept must be broken')
      if (node.schema === false) return nothingMore
      return expandFailing({ node, schema: node.schema, scope }, type)
    }
    case 'any':
      return choose(literal.of.map((goal: Goal) => just(...goal.map((each) => open(each)))))
    case 'values':
      return { steps: [{ kind: 'values', values: literal.values }], choices: [] }
    case 'type':
      return (literal.mask & maskOf(type)) === 0 ? never('it is of no type that is allowed') : nothingMore
    case 'differs':
      return expandDifference(literal.value, type)
    case 'property':
      return type === 'object'
        ? { steps: presence(literal.name, literal.goal), choices: [] }
        : never('it is not an object')
    case 'text':
      return type === 'string'
        ? {
            steps: [
              { kind: 'text', constraints: literal.constraints },
              { kind: 'notTexts', texts: literal.excluded },
            ],
            choices: [],
          }
        : never('it is not a text')
  }
}

const nothingMore: Expansion = { steps: [], choices: [] }

const never = (reason: string): Expansion => ({ steps: [{ kind: 'never', reason }], choices: [] })

const presence = (name: string, goal: Goal): Step[] => [
  { kind: 'present', name },
  {
    kind: 'propertyLayer',
    properties: new Map([[name, goal]]),
    patterns: [],
    rest: [],
    describesRest: false,
  },
]

const choose = (choice: Choice): Expansion =>
  choice.some(({ steps }) => steps.length === 0) ? nothingMore : { steps: [], choices: [choice] }

const expandHolding = (holding: Holding, type: JsonType, by: Discrimination | undefined): Expansion => {
  const { schema } = holding
  if ((declaredTypes(schema) & maskOf(type)) === 0) return never('it is of no type that is allowed')
  const values = valuesListedBy(schema)
  const { steps, choices } = holdApplicators(holding, type)
  const first: Step[] = values === undefined ? [] : [{ kind: 'values', values }]
  const expansion = { steps: [...first, ...factsOf(holding, type), ...steps], choices }
  return by === undefined || type !== 'object' ? expansion : discriminate(holding, expansion, by)
}

const factsOf = (holding: Holding, type: JsonType): readonly Step[] => {
  switch (type) {
    case 'null':
    case 'boolean':
      return []
    case 'number':
      return holdNumber(holding.schema)
    case 'string':
      return holdText(holding.schema)
    case 'array':
      return holdItems(holding)
    case 'object':
      return holdProperties(holding)
  }
}

const expandFailing = (failing: Failing, type: JsonType): Expansion => {
  const { schema } = failing
  if ((declaredTypes(schema) & maskOf(type)) === 0) return nothingMore
  const different: Alternative[] = []
  for (const values of [
    own(schema, 'enum'),
    Object.hasOwn(schema, 'const') ? [schema['const'] ?? null] : undefined,
  ]) {
    if (Array.isArray(values))
      different.push(just(...values.map((value) => open({ kind: 'differs', value }))))
  }
  return choose([...different, ...breaksOf(failing, type), ...failApplicators(failing, type)])
}

const breaksOf = (failing: Failing, type: JsonType): readonly Alternative[] => {
  switch (type) {
    case 'null':
    case 'boolean':
      return []
    case 'number':
      return failNumber(failing.schema)
    case 'string':
      return failText(failing.schema)
    case 'array':
      return failItems(failing)
    case 'object':
      return failProperties(failing)
  }
}

const expandDifference = (value: Json, type: JsonType): Expansion => {
  if (typeOf(value) !== type) return nothingMore
  if (typeof value === 'number') return { steps: [{ kind: 'notNumber', value }], choices: [] }
  if (typeof value === 'string') return { steps: [{ kind: 'notTexts', texts: [value] }], choices: [] }
  if (Array.isArray(value) || isObject(value)) return choose(differ(value))
  return { steps: [{ kind: 'notValue', value }], choices: [] }
}
