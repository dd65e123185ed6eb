const known = new Map<string, readonly string[]>()

/** The lower-case words of a name, whatever its style: `userID`, `user_id` and `user-id` are `user`, `id`. */
export const wordsOf = (name: string): readonly string[] => {
  const words = known.get(name) ?? split(name)
  known.set(name, words)
  return words
}

const split = (name: string): readonly string[] =>
  name
    .replaceAll(/([A-Z]{2,})s(?![a-z])/g, (_all, acronym: string) => `_${acronym.toLowerCase()}s`)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** Whether two names say the same in whatever style: `petId` and `pet_id`. */
export const isSameName = (left: string, right: string): boolean =>
  wordsOf(left).join('') === wordsOf(right).join('')
