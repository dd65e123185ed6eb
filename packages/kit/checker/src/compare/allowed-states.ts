import { isObject, type Json, own } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { wordsOf } from '@contract-kit/resources/words'

/**
 * The states in which alone an action is possible, as the document says: `Only a draft can be published`, `Possible only while the card is
 * open`. `states` are all that there are, and `entity` is the name of the things that have them. Empty if the document says nothing of it.
 */
export const allowedStates = (
  operation: ApiOperation,
  entity: string,
  states: readonly Json[],
): readonly string[] => {
  const words = states.filter((state) => typeof state === 'string')
  const text = describe(operation)
  const allowed = text.flatMap((sentence) =>
    isLimit(sentence, words, entity) ? words.filter((word) => names(sentence, word)) : [],
  )
  return [...new Set(allowed)]
}

/** Whether the document mentions a state in its description of an action. */
export const mentionsState = (operation: ApiOperation, state: string): boolean =>
  describe(operation).some((sentence) => names(sentence, state))

/** The sentences about an operation and about its rejections, each as plain words. */
const describe = ({ raw }: ApiOperation): readonly string[] => {
  const responses = own(raw, 'responses') ?? null
  const rejections = Object.entries(isObject(responses) ? responses : {}).flatMap(([status, response]) =>
    status.startsWith('4') && isObject(response) ? [own(response, 'description')] : [],
  )
  return [own(raw, 'summary'), own(raw, 'description'), ...rejections]
    .filter((text) => typeof text === 'string')
    .flatMap((text) => text.split(/[.;:!]\s|\n\s*\n|[.;:!]?\s*$/))
    .map((sentence) => ` ${wordsOf(sentence).join(' ')} `)
}

/** Words that may stand between "only while" and the state. */
const FILLERS =
  '(?:it|its|is|are|was|they|still|the|a|an|in|of|has|have|with|having|state|status|stage|phase)'

/** Whether a sentence limits what it describes to things in some of the states. */
const isLimit = (sentence: string, states: readonly string[], entity: string): boolean => {
  const thing = `(?:${wordsOf(entity).join(' ')}s?)`
  const state = `(?:(?:${states.map(toWords).join('|')})s?)`
  const list = `${state}(?: (?:or|and|the|an?|${state}))*`
  return [
    `only (?:an? |the )?${list}(?: ${thing})?(?: (?:can|may|is|are|will|must|could)| $)`,
    `only (?:an? |the )?${thing}(?: (?:in|that|which|with|whose|${FILLERS}))* ${list}(?: (?:can|may|is|are|will|must|could|state|status)| $)`,
    `only (?:be \\w+|possible|allowed|available|permitted|works?|applies)? ?(?:(?:while|if|when|in|from|on|for|as long as|once) )(?:(?:${FILLERS}|${thing}) )*${list}(?: (?:${thing}|state|status))? (?!\\w)`,
  ].some((pattern) => new RegExp(`(?<! not) ${pattern}`).test(sentence))
}

const names = (sentence: string, state: string): boolean => new RegExp(` ${toWords(state)}s? `).test(sentence)

const toWords = (state: string): string => wordsOf(state).join(' ')
