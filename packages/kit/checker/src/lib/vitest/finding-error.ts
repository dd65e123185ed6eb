import type { ReportedFinding } from '../run/check-result.ts'

/** Fails a test with findings, each with its cause, a curl line, and the arguments that show it again. */
export class FindingError extends Error {
  override readonly name = 'ContractFinding'

  constructor(findings: readonly ReportedFinding[]) {
    super(findings.map(describe).join('\n\n'))
    // Where the test stands in the code says nothing about the fault of a server.
    this.stack = `${this.name}: ${this.message}`
  }
}

const describe = ({ title, check, severity, message, pointer, reproduce }: ReportedFinding): string => {
  const { response, curl, replay } = reproduce
  return [
    `${message} [${title}; ${check}, ${severity}]`,
    ...(pointer === '' ? [] : [`document: ${pointer}`]),
    ...(response === null ? [] : [`answer: ${response.status} ${response.body.slice(0, 200)}`.trim()]),
    ...(curl === '' ? [] : [curl]),
    `again: ${replay}`,
  ].join('\n')
}
