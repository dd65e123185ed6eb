import type { DocumentResult } from './results.ts'

/** Why a document has findings of a check, by the id of the check; `breach` stands for responses that break the document. */
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

/** The reasons of one document. */
export const reasonsFor = (name: string): Reasons => reasons[name] ?? {}

/** What needs a reason: the checks with findings, and responses that break the document. */
const problemsOf = ({ sandbox }: DocumentResult): readonly string[] => [
  ...Object.keys(sandbox.findings),
  ...(sandbox.faults.length > 0 ? ['breach'] : []),
]

/** Findings without a reason, as `document: check`. */
export const findUnexplained = (result: DocumentResult): readonly string[] =>
  problemsOf(result).flatMap((check) =>
    check in reasonsFor(result.name) ? [] : [`${result.name}: ${check}`],
  )

/** Reasons for findings that are no longer there, as `document: check`. */
export const findUnneeded = (result: DocumentResult): readonly string[] =>
  Object.keys(reasonsFor(result.name)).flatMap((check) =>
    problemsOf(result).includes(check) ? [] : [`${result.name}: ${check}`],
  )

/** The reasons of a document as its row tells them, each once. */
export const tellReasons = (name: string): readonly string[] => [...new Set(Object.values(reasonsFor(name)))]
