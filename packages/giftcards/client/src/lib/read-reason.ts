/** The code by which a runtime names a lost connection, such as `ECONNREFUSED`, else the error's name; nothing of its text. */
export function readReason(error: unknown): string | undefined {
  const { code, name, cause } = Object(error) as Record<'code' | 'name' | 'cause', unknown>
  const candidates = [(Object(cause) as { code?: unknown }).code, code, name]
  return candidates.map(String).find((candidate) => /^[A-Z][A-Za-z_]{2,30}$/.test(candidate))
}
