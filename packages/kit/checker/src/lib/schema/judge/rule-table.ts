import { containsRule } from './contains-rule.ts'
import { itemsRule, maxItemsRule, minItemsRule, prefixItemsRule, uniqueItemsRule } from './array-rules.ts'
import { allOfRule, anyOfRule, dependentSchemasRule, ifRule, notRule, oneOfRule } from './branch-rules.ts'
import {
  exclusiveMaximumRule,
  exclusiveMinimumRule,
  maximumRule,
  minimumRule,
  multipleOfRule,
} from './number-rules.ts'
import { dependentRequiredRule, maxPropertiesRule, minPropertiesRule, requiredRule } from './object-rules.ts'
import {
  additionalPropertiesRule,
  patternPropertiesRule,
  propertiesRule,
  propertyNamesRule,
} from './property-rules.ts'
import { dynamicRefRule, refRule } from './reference-rules.ts'
import type { RuleMaker } from './rule.ts'
import { formatRule, maxLengthRule, minLengthRule, patternRule } from './text-rules.ts'
import { constRule, enumRule, typeRule } from './type-rules.ts'
import { unevaluatedItemsRule, unevaluatedPropertiesRule } from './unevaluated-rules.ts'

/** A keyword, the vocabularies of which one must be in use for it (2020-12 Core, 8.1.2), and the maker of its judge. */
export interface RuleEntry {
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

/** All keywords that can refuse a value, in the order in which they are judged. */
export const ruleTable: readonly RuleEntry[] = [
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
  ...createEntries(['core'], { $ref: refRule, $dynamicRef: dynamicRefRule }),
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
