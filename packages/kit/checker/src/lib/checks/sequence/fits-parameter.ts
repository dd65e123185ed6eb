import { ID_WORDS, parseReferenceName } from '../../resources/reference-name.ts'
import { wordsOf } from '../../resources/words-of.ts'

/** Whether a property of a thing surely holds what a path parameter asks for, by their names: `petId` and `id`, not `slug` and `id`. */
export const fitsParameter = (parameter: string, property: string): boolean => {
  const [wanted, given] = [wordsOf(parameter).join(''), wordsOf(property).join('')]
  if (wanted === given || wanted.endsWith(given) || given.endsWith(wanted)) return true
  const { suffix } = parseReferenceName(parameter)
  return (
    (suffix === '' || ID_WORDS.includes(suffix)) && ID_WORDS.includes(parseReferenceName(property).suffix)
  )
}
