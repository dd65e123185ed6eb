import { wordsOf } from './words-of.ts'

/** What a parameter name says of a limit: `created_after` and `minPrice` are least values, `due_before` and `price[lte]` greatest ones. */
export interface RangeName {
  /** Words of what is limited, joined: `created`, `price`. */
  readonly field: string
  readonly bound: 'least' | 'greatest'
}

const LEAST = new Set(['after', 'since', 'from', 'min', 'minimum', 'gte', 'gt', 'ge'])
const GREATEST = new Set(['before', 'until', 'till', 'to', 'max', 'maximum', 'lte', 'lt', 'le'])

/** Reads the name of a parameter as a limit on a property; undefined where it is none. */
export const parseRangeName = (name: string): RangeName | undefined => {
  const words = wordsOf(name)
  const at = [words.length - 1, 0].find(
    (index) => LEAST.has(words[index] ?? '') || GREATEST.has(words[index] ?? ''),
  )
  if (at === undefined || words.length < 2) return undefined
  const field = words.filter((_word, index) => index !== at).join('')
  return { field, bound: LEAST.has(words[at] ?? '') ? 'least' : 'greatest' }
}

/** Whether a range limits a property: by its name, or by its name without the `at`, `on`, `date` or `time` at the end. */
export const isLimitedBy = ({ field }: RangeName, property: string): boolean => {
  const words = wordsOf(property)
  const isMoment = ['at', 'on', 'date', 'time'].includes(words.at(-1) ?? '')
  return field === words.join('') || (isMoment && words.length > 1 && field === words.slice(0, -1).join(''))
}
