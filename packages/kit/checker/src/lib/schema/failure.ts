/**
 * One statement of a schema that a value breaks. Only leaves are failures: a property that is too short is one failure
 * of `minLength`, not also one of `properties`. `anyOf`, `oneOf`, `not`, `contains`, `minContains` and `maxContains` are leaves,
 * whatever failed below.
 */
export interface Failure {
  /**
   * The keyword that fails; `false` for the schema `false`, unless `additionalProperties`, `items`, `unevaluatedItems` or
   * `unevaluatedProperties` holds it: then that.
   */
  readonly keyword: string
  /** Document of the schema that says so. */
  readonly documentUri: string
  /** JSON Pointer, in that document, to the keyword: `/components/schemas/Pet/properties/name/minLength`; to the schema `false` itself. */
  readonly schemaPointer: string
  /** JSON Pointer to the part of the value that breaks it. */
  readonly instancePointer: string
  /** One clause that says what is wrong, without the value: `is shorter than 3 characters`. */
  readonly message: string
  /** For `anyOf` and `oneOf`: why each branch failed, in order; empty otherwise. */
  readonly branches: readonly (readonly Failure[])[]
}
