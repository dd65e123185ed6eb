/** Property names, and all those that these need beside them, directly or not. */
export const withDependents = (
  names: Iterable<string>,
  dependents: ReadonlyMap<string, readonly string[]>,
): readonly string[] => {
  const all = new Set(names)
  // A Set hands out what is added to it while it is read.
  for (const name of all) for (const other of dependents.get(name) ?? []) all.add(other)
  return [...all]
}
