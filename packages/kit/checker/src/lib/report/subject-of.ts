import type { ReportedFinding } from '../run/check-result.ts'

/** What a finding is about: an operation by its id, else a path, else the run itself. */
export const subjectOf = ({ operationId, sent }: Pick<ReportedFinding, 'operationId' | 'sent'>): string =>
  operationId ?? sent?.path ?? 'the run as a whole'
