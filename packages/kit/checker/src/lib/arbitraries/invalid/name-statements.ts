import type { Proof } from './prove-violation.ts'
import type { Statement } from './statement.ts'

/** The statement that a proved value breaks and, where that is a union, the one that its nearest branch breaks. */
export const nameStatements = ({ failure, inner }: Proof): Statement & { readonly inner?: Statement } => ({
  ...toStatement(failure),
  ...(inner === failure ? {} : { inner: toStatement(inner) }),
})

const toStatement = ({ keyword, schemaPointer, documentUri }: Proof['failure']): Statement => ({
  keyword,
  pointer: schemaPointer,
  documentUri,
})
