/** How much of a kind was reached. */
export interface Share {
  readonly reached: number
  readonly total: number
  /** reached ÷ total; 1 where there is nothing to reach. */
  readonly share: number
}

/** What of the document a run has seen. */
export interface Coverage {
  readonly operations: Share
  readonly responses: Share
  readonly parameters: Share
  readonly keywords: Share
  readonly examples: Share
  readonly byOperation: readonly OperationCoverage[]
}

export interface OperationCoverage {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** Statuses as documented. */
  readonly documented: readonly string[]
  /** How often each status came. */
  readonly statuses: Readonly<Record<string, number>>
  /** Documented statuses that never came. */
  readonly unseen: readonly string[]
  readonly parameters: readonly SidedCoverage[]
  readonly keywords: readonly SidedCoverage[]
  readonly examples: readonly { readonly pointer: string; readonly sent: boolean }[]
}

/** How often a parameter or a keyword was kept and broken. */
export interface SidedCoverage {
  /** Parameter name, or keyword. */
  readonly name: string
  readonly pointer: string
  readonly valid: number
  readonly invalid: number
}
