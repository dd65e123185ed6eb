import { writeJson } from '@contract-kit/json-schema/json'
import type { OverlayAction, ReportedFinding } from '../core/check-result.ts'

/** Fails a test with findings, each with its cause, what to change, a curl line or a shell script, and the arguments that repeat it. */
export class FindingError extends Error {
  override readonly name = 'ContractFinding'

  constructor(findings: readonly ReportedFinding[]) {
    super(findings.map(describeFinding).join('\n\n'))
    // The line of the test in the code says nothing about the fault of a server.
    this.stack = `${this.name}: ${this.message}`
  }
}

const describeFinding = ({
  title,
  check,
  severity,
  message,
  pointer,
  fix,
  reproduce,
}: ReportedFinding): string => {
  const { response, curl, script, replay } = reproduce
  const change = fix.length === 0 ? CHANGES[check] : `if the server is right, ${fix.map(tell).join(', ')}`
  return [
    `${message} [${title}; ${check}, ${severity}]`,
    ...(pointer === '' ? [] : [`document: ${pointer}`]),
    ...(change === undefined ? [] : [`change: ${change}`]),
    ...(response === null ? [] : [`response: ${response.status} ${response.body.slice(0, 200)}`.trim()]),
    ...(curl === '' ? [] : [script === '' ? curl : script]),
    `replay: ${replay}`,
  ].join('\n')
}

/** An action in words; a long value is cut, since the overlay report has it whole. */
const tell = ({ target, update }: OverlayAction): string => {
  if (update === undefined) return `remove ${target}`
  const value = writeJson(update)
  return `add ${value.length > 120 ? `${value.slice(0, 120)}…` : value} to ${target}`
}

/** What to change in a document that contradicts itself or leaves something out, by check. */
const CHANGES: Readonly<Record<string, string>> = {
  'example-conformance': 'correct the example or its schema',
  'positive-data-acceptance':
    'write the rule into the schema, or into x-contract-policy with its reason if no schema can express it',
  'misleading-created': 'document 200 instead of 201',
}
