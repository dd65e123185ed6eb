import type { DocumentResult } from './results.ts'

/** The reasons for the findings of a document, by check ID. `breach` stands for responses that violate the document. */
type Reasons = Readonly<Record<string, string>>

const noStatus =
  'Some operations document no response to a request that is refused, so each such response is undocumented.'
const noSuccess = 'Some operations document no success, so each response to a valid request is undocumented.'
const ownExample = 'An example of the document breaks its own schema.'

const reasons: Readonly<Record<string, Reasons>> = {
  petstore: { 'status-code-conformance': `${noStatus} ${noSuccess}` },
  galaxy: { 'status-code-conformance': noStatus },
  'train-travel': { 'example-conformance': ownExample },
  figma: { 'status-code-conformance': noStatus },
}

/** Returns the reasons of one document. */
export const reasonsFor = (name: string): Reasons => reasons[name] ?? {}

/** Returns the problems that need a reason: the checks with findings, and responses that violate the document. */
const problemsOf = ({ sandbox }: DocumentResult): readonly string[] => [
  ...Object.keys(sandbox.findings),
  ...(sandbox.faults.length > 0 ? ['breach'] : []),
]

/** Returns the findings without a reason, as `document: check`. */
export const findUnexplained = (result: DocumentResult): readonly string[] =>
  problemsOf(result).flatMap((check) =>
    check in reasonsFor(result.name) ? [] : [`${result.name}: ${check}`],
  )

/** Returns the reasons for findings that no longer occur, as `document: check`. */
export const findUnneeded = (result: DocumentResult): readonly string[] =>
  Object.keys(reasonsFor(result.name)).flatMap((check) =>
    problemsOf(result).includes(check) ? [] : [`${result.name}: ${check}`],
  )

/** Returns the reasons for the row of a document, without duplicates. */
export const tellReasons = (name: string): readonly string[] => [...new Set(Object.values(reasonsFor(name)))]
