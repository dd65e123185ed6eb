import type { Element } from 'refa'

/** Whether an element is `^` (`behind`) or `$` (`ahead`). */
export const isEdge = (element: Element | undefined, kind: 'ahead' | 'behind'): boolean => {
  if (element?.type !== 'Assertion' || element.kind !== kind || !element.negate) return false
  const [only, ...others] = element.alternatives
  const [character, ...more] = only?.elements ?? []
  return (
    others.length === 0 &&
    more.length === 0 &&
    character?.type === 'CharacterClass' &&
    character.characters.isAll
  )
}
