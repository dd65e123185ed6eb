/** The parts of a request as sent. */
export interface SentParts {
  /** By parameter name; undefined where it cannot be decoded. */
  readonly pathValues: Readonly<Record<string, string | undefined>>
  /** The query with its question mark, or nothing. */
  readonly search: string
  header(name: string): string | undefined
  readonly body: { readonly kind: 'absent' } | { readonly kind: 'present'; readonly value: unknown }
}
