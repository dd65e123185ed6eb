/** Splits names into words, and classifies words. */
export {
  ID_WORDS,
  type RangeName,
  entityOf,
  isSameName,
  parseReferenceName,
  singularize,
  wordsOf,
} from '../names.ts'
export { isPartialPut } from '../prose.ts'
export { leadsTo, type StateLimits, stateLimits } from '../state-limits.ts'
export { isLasting, isOver, isStateName, stageOfWord } from '../states.ts'
