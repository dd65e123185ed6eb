import { appendTokens, findAt } from '../json-pointer.ts'
import type { JsonObject } from '../json.ts'
import type { SchemaNode } from '../schema-node.ts'
import { Evaluated } from './evaluated.ts'
import { isSchema } from './is-schema.ts'
import type { CompiledSchema, Judge, RuleContext } from './rule.ts'
import { ruleTable } from './rule-table.ts'

const compiledSchemas = new WeakMap<SchemaNode, CompiledSchema>()

/** The schema as functions; made once for each place. */
export const compileSchema = (node: SchemaNode): CompiledSchema => {
  const known = compiledSchemas.get(node)
  if (known !== undefined) return known
  const { schema } = node
  const compiled = {
    node,
    judge: typeof schema === 'boolean' ? compileBoolean(node) : compileObject(node, schema),
  }
  compiledSchemas.set(node, compiled)
  return compiled
}

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
  const judge = createJudge(node.baseUri, rules)
  const collects = Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems')
  const collecting = collects ? withOwnAnnotations(judge) : judge
  // Beside `allOf` and its kin, and without a `type`, OpenAPI 3.0 leaves open what `nullable` means: then null passes.
  const isNullable = node.dialect === 'openapi-3.0' && schema['nullable'] === true
  return isNullable ? (value, run, seen) => value === null || collecting(value, run, seen) : collecting
}

const createJudge =
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

/** `unevaluated…` sees what its own schema looked at, not what the schemas around it did. */
const withOwnAnnotations =
  (judge: Judge): Judge =>
  (value, run, seen) => {
    const own = new Evaluated()
    const held = judge(value, run, own)
    seen?.merge(own)
    return held
  }
