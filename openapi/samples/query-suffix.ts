/** The query of a URL with its question mark; empty where there is none. */
export function querySuffix(query: Readonly<Record<string, string | number>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search.toString()}`
}
