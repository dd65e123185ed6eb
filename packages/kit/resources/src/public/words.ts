/** Names, as the words that they are made of, and what words mean. */
export {
  ID_WORDS,
  type RangeName,
  entityOf,
  isSameName,
  parseReferenceName,
  singularize,
  wordsOf,
} from '../names.ts'
export { allowedStates, isPartialPut, mentionsState } from '../prose.ts'
export { isLasting, isOver, isStateName, stageOfWord } from '../states.ts'
