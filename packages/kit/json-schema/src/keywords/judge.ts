import { oncePer } from '../base/bounded-cache.ts'
import { appendTokens, findAt, type JsonObject } from '../base/json.ts'
import {
  type Direction,
  isNullDoubtful,
  readStandaloneSchema,
  type SchemaLocation,
  type SchemaNode,
} from '../base/schema-set.ts'
import { isSchema } from '../base/subschema-keywords.ts'
import {
  containsRule,
  itemsRule,
  maxItemsRule,
  minItemsRule,
  prefixItemsRule,
  unevaluatedItemsRule,
  uniqueItemsRule,
} from './arrays.ts'
import {
  allOfRule,
  anyOfRule,
  dependentSchemasRule,
  discriminatorRule,
  dynamicRefRule,
  ifRule,
  notRule,
  oneOfRule,
  refRule,
} from './logic.ts'
import {
  exclusiveMaximumRule,
  exclusiveMinimumRule,
  maximumRule,
  minimumRule,
  multipleOfRule,
} from './numbers.ts'
import {
  additionalPropertiesRule,
  dependentRequiredRule,
  maxPropertiesRule,
  minPropertiesRule,
  patternPropertiesRule,
  propertiesRule,
  propertyNamesRule,
  requiredRule,
  unevaluatedPropertiesRule,
} from './objects.ts'
import {
  type CompiledSchema,
  Evaluated,
  Evaluation,
  type Failure,
  type Judge,
  type RuleContext,
  type RuleMaker,
} from './rule.ts'
import { contentEncodingRule, formatRule, maxLengthRule, minLengthRule, patternRule } from './strings.ts'
import { constRule, enumRule, typeRule } from './values.ts'

/** The options for judging values by a schema. */
export interface JudgeOptions extends SchemaLocation {
  /**
   * The direction of the value: a `request` may omit required properties that are readOnly, a `response` those that are writeOnly. Default:
   * a plain JSON Schema, in which both keywords are annotations.
   */
  readonly direction?: Direction
  /** Whether `format` is an assertion, and `contentEncoding` of base64; default true. */
  readonly formats?: boolean
}

/**
 * Creates a function that returns every keyword of a schema that a value violates: an empty list for a valid value. The schema is JSON
 * Schema 2020-12 (OpenAPI 3.1) or the dialect of OpenAPI 3.0, alone or at a `pointer` of a document. Values nested deeper than 200
 * levels are not judged below that.
 *
 * Throws UnresolvedReferenceError if `pointer` leads to no schema; the judge throws it where a `$ref` that it follows leads nowhere.
 */
export const createJudge = (
  schema: unknown,
  options: JudgeOptions = {},
): ((value: unknown) => readonly Failure[]) => {
  const { direction, formats = true } = options
  const node = readStandaloneSchema(schema, options)
  return (value) => evaluate(node, value, { direction, formats })
}

export interface EvaluateOptions {
  /** Leave undefined to judge a plain JSON Schema. */
  readonly direction?: Direction | undefined
  /** Whether `format` is an assertion, and `contentEncoding` of base64; default true. */
  readonly formats?: boolean
  /** Whether an ambiguous value counts as invalid: null if an `enum` of OpenAPI 3.0 does not list it. Default false. */
  readonly isStrict?: boolean
  /** Whether a request must not have readOnly properties; default false, since a server may ignore them (2020-12 Validation, 9.4). */
  readonly refusesReadOnly?: boolean
  /** Called for every evaluated keyword, with its place and whether the value satisfied it. */
  readonly onKeyword?: ((node: SchemaNode, keyword: string, held: boolean) => void) | undefined
}

/**
 * Lists every statement of the schema that the value breaks; none for a valid value (JSON Schema 2020-12). Does not judge values nested
 * deeper than 200 levels. Throws UnresolvedReferenceError if the schema has a reference that leads nowhere.
 */
export const evaluate = (
  node: SchemaNode,
  value: unknown,
  options: EvaluateOptions = {},
): readonly Failure[] => {
  const failures: Failure[] = []
  judge(node, value, options, failures)
  return failures.length < 2 ? failures : withoutRepetition(failures)
}

/** Whether the value satisfies every statement of the schema; stops at the first broken one. Throws as {@link evaluate} does. */
export const isValid = (node: SchemaNode, value: unknown, options: EvaluateOptions = {}): boolean =>
  judge(node, value, options, options.onKeyword && [])

const judge = (
  node: SchemaNode,
  value: unknown,
  options: EvaluateOptions,
  failures: Failure[] | undefined,
): boolean => {
  const { direction, formats = true, isStrict = false, refusesReadOnly = false, onKeyword: tell } = options
  const settings = { direction, formats, isStrict, refusesReadOnly, failures, tell }
  return compileSchema(node).judge(value, new Evaluation(node, settings), undefined)
}

/** Two references to one schema break one statement, not two. */
const withoutRepetition = (failures: readonly Failure[]): readonly Failure[] => {
  const seen = new Set<string>()
  return failures.filter(({ documentUri, schemaPointer, instancePointer, message }) => {
    const identity = JSON.stringify([documentUri, schemaPointer, instancePointer, message])
    return !seen.has(identity) && seen.add(identity)
  })
}

/** The compiled schema; made once for each place. */
const compileSchema = oncePer((node: SchemaNode): CompiledSchema => {
  const { schema } = node
  return { node, judge: typeof schema === 'boolean' ? compileBoolean(node) : compileObject(node, schema) }
})

const compileBoolean =
  (node: SchemaNode): Judge =>
  (_, run) =>
    node.schema === true || run.fail(node, 'false', 'is not allowed')

const compileObject = (node: SchemaNode, schema: JsonObject): Judge => {
  const context: RuleContext = {
    node,
    schema,
    compile: compileSchema,
    child: (...tokens) =>
      isSchema(findAt(schema, appendTokens('', ...tokens)))
        ? compileSchema(node.set.child(node, ...tokens))
        : undefined,
  }
  const isInUse = (vocabulary: string): boolean => node.set.usesVocabulary(node.baseUri, vocabulary)
  const rules = ruleTable.flatMap(({ keyword, vocabularies, make }) => {
    const argument = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
    return argument !== undefined && vocabularies.some(isInUse) ? (make(argument, context) ?? []) : []
  })
  const evaluator = createEvaluator(node.baseUri, rules)
  const collects = Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems')
  const collecting = collects ? withOwnAnnotations(evaluator) : evaluator
  // Beside `allOf` and similar keywords, and without a `type`, OpenAPI 3.0 does not define `nullable`, so null passes.
  const isNullable = node.dialect === 'openapi-3.0' && schema['nullable'] === true
  if (!isNullable) return collecting
  const isDoubtful = isNullDoubtful(node)
  return (value, run, seen) => {
    if (value !== null) return collecting(value, run, seen)
    return (
      !(isDoubtful && run.isStrict) ||
      run.fail(node, 'enum', 'is null, which is not one of the allowed values')
    )
  }
}

const createEvaluator =
  (baseUri: string, rules: readonly Judge[]): Judge =>
  (value, run, seen) => {
    const isEntering = run.scopes.at(-1) !== baseUri
    if (isEntering) run.scopes.push(baseUri)
    let held = true
    for (const rule of rules) {
      if (rule(value, run, seen)) continue
      held = false
      if (run.failures === undefined) break
    }
    if (isEntering) run.scopes.pop()
    return held
  }

/** `unevaluated…` sees the properties that its own schema evaluated, not those of the schemas around it. */
const withOwnAnnotations =
  (evaluator: Judge): Judge =>
  (value, run, seen) => {
    const own = new Evaluated()
    const held = evaluator(value, run, own)
    seen?.merge(own)
    return held
  }

/** A keyword, its rule, and its vocabularies, one of which must be in use (2020-12 Core, 8.1.2). */
interface RuleEntry {
  readonly keyword: string
  readonly vocabularies: readonly string[]
  readonly make: RuleMaker
}

const createEntries = (
  vocabularies: readonly string[],
  makers: Readonly<Record<string, RuleMaker>>,
): RuleEntry[] =>
  Object.entries(makers).map(([keyword, make]) => ({
    keyword,
    vocabularies: vocabularies.map((name) => `https://json-schema.org/draft/2020-12/vocab/${name}`),
    make,
  }))

/** All keywords that can reject a value, in evaluation order. */
const ruleTable: readonly RuleEntry[] = [
  ...createEntries(['validation'], {
    type: typeRule,
    const: constRule,
    enum: enumRule,
    minimum: minimumRule,
    maximum: maximumRule,
    exclusiveMinimum: exclusiveMinimumRule,
    exclusiveMaximum: exclusiveMaximumRule,
    multipleOf: multipleOfRule,
    minLength: minLengthRule,
    maxLength: maxLengthRule,
    pattern: patternRule,
    minItems: minItemsRule,
    maxItems: maxItemsRule,
    uniqueItems: uniqueItemsRule,
    minProperties: minPropertiesRule,
    maxProperties: maxPropertiesRule,
    required: requiredRule,
    dependentRequired: dependentRequiredRule,
  }),
  ...createEntries(['format-annotation', 'format-assertion'], { format: formatRule }),
  ...createEntries(['content'], { contentEncoding: contentEncodingRule }),
  ...createEntries(['core'], {
    $ref: refRule,
    $dynamicRef: dynamicRefRule,
    discriminator: discriminatorRule,
  }),
  ...createEntries(['applicator'], {
    allOf: allOfRule,
    anyOf: anyOfRule,
    oneOf: oneOfRule,
    not: notRule,
    if: ifRule,
    dependentSchemas: dependentSchemasRule,
    prefixItems: prefixItemsRule,
    items: itemsRule,
    contains: containsRule,
    properties: propertiesRule,
    patternProperties: patternPropertiesRule,
    additionalProperties: additionalPropertiesRule,
    propertyNames: propertyNamesRule,
  }),
  ...createEntries(['unevaluated'], {
    unevaluatedProperties: unevaluatedPropertiesRule,
    unevaluatedItems: unevaluatedItemsRule,
  }),
]

/** The keywords that reject a value themselves, not through a subschema. */
export const assertionKeywords: readonly string[] = ruleTable
  .filter(({ vocabularies }) => vocabularies.some((uri) => /\/(?:validation|format-assertion)$/.test(uri)))
  .map(({ keyword }) => keyword)
