/** What is kept under a key, made when it is first asked for. */
export const remembered = <Found>(memory: Map<string, Found>, key: string, make: () => Found): Found => {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make()
  memory.set(key, made)
  return made
}
