import { writeJson } from '@contract-kit/json-schema/json'
import type { OverlayAction, ReportedFinding } from '../core/check-result.ts'

/** Fails a test with findings. Shows the cause of each, the fix, a curl line or shell script, and the replay arguments. */
export class FindingError extends Error {
  override readonly name = 'ContractFinding'

  constructor(findings: readonly ReportedFinding[]) {
    super(findings.map(describeFinding).join('\n\n'))
    // The stack trace of the test is not helpful for a server fault.
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
  const change =
    fix.length === 0 ? CHANGES[check] : `if the server is right, ${fix.map(describeAction).join(', ')}`
  return [
    `${message} [${title}; ${check}, ${severity}]`,
    ...(pointer === '' ? [] : [`document: ${pointer}`]),
    ...(change === undefined ? [] : [`change: ${change}`]),
    ...(response === null ? [] : [`response: ${response.status} ${response.body.slice(0, 200)}`.trim()]),
    ...(curl === '' ? [] : [script === '' ? curl : script]),
    `replay: ${replay}`,
  ].join('\n')
}

/** Describes an action; long values are truncated, and complete in the overlay report. */
const describeAction = ({ target, update }: OverlayAction): string => {
  if (update === undefined) return `remove ${target}`
  const value = writeJson(update)
  return `add ${value.length > 120 ? `${value.slice(0, 120)}…` : value} to ${target}`
}

/** How to fix a document that is contradictory or incomplete, by check. */
const CHANGES: Readonly<Record<string, string>> = {
  'example-conformance': 'correct the example or its schema',
  'positive-data-acceptance':
    'write the rule into the schema, or into x-contract-policy with its reason if no schema can express it',
  'misleading-created': 'document 200 instead of 201',
}
