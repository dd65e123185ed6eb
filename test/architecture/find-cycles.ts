/** Circles among files that import each other, each once, as `a → b → a`. */
export function findCycles(edges: readonly { readonly file: string; readonly target: string }[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { file, target } of edges) targets.set(file, [...(targets.get(file) ?? []), target])
  const finished = new Set<string>()
  const cycles: string[] = []

  function visit(file: string, path: readonly string[]): void {
    const from = path.indexOf(file)
    if (from >= 0) cycles.push([...path.slice(from), file].join(' → '))
    if (from >= 0 || finished.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...path, file])
    finished.add(file)
  }

  for (const file of targets.keys()) visit(file, [])
  return cycles
}
