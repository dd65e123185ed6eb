/** The forms in which a result can be written. */
export type ReportKind = 'json' | 'junit' | 'html' | 'har'

/** A report to write, and where. */
export interface ReportTarget {
  readonly kind: ReportKind
  readonly path: string
}
