/** One row of the rule catalogue: a normative statement that a test must prove. */
export interface Rule {
  /** `<section>-<nn>`, for example `4.4-03`, or `D2-05` for a decided value. */
  readonly id: string
  readonly section: string
  readonly statement: string
  /** JSON Pointers into the full bundle, or the reason why only the server can prove the statement. */
  readonly where: readonly string[] | { readonly server: string }
}

/** One file of the catalogue with its rows: a section of the specification, or one topic of the decisions. */
export interface RuleSection {
  readonly section: string
  readonly title: string
  readonly rules: readonly Rule[]
}
