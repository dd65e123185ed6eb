/** Which statements of which document an answer is judged by. */
export type ContractExpectation = {
  /** A file path, a URL, or the document itself. */
  readonly document: string | object
  /** Undocumented properties in the answer are faults; default true. */
  readonly strictResponses?: boolean
} & (
  | {
      /** The operation that was asked. */
      readonly operationId: string
    }
  | {
      /** The request that was made; the operation is found by its method and path. */
      readonly request: {
        /** Default: GET. */
        readonly method?: string
        /** Absolute, or the path alone; what stands before the path of the document is overlooked. */
        readonly url: string
      }
    }
)
