import { type Json, own } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { wordsOf } from './names.ts'

/**
 * The states in which an action is allowed, by the prose of the document: `Only a draft can be published`, `Possible only while the card is
 * open`. `states` lists all states, and `entity` names the resource. Empty if the document states no such rule.
 */
export const allowedStates = (
  operation: ApiOperation,
  entity: string,
  states: readonly Json[],
): readonly string[] => {
  const words = states.filter((state) => typeof state === 'string')
  const allowed = sentencesOf(operation).flatMap((sentence) =>
    isLimit(sentence, words, entity) ? words.filter((word) => names(sentence, word)) : [],
  )
  return [...new Set(allowed)]
}

/** Whether the document mentions a state in its description of an action. */
export const mentionsState = (operation: ApiOperation, state: string): boolean =>
  sentencesOf(operation).some((sentence) => names(sentence, state))

/** The sentences about an action and about its rejections, each as plain words. */
const sentencesOf = (operation: ApiOperation): readonly string[] => {
  const rejections = [...operation.responses.values()].filter(({ status }) => status.startsWith('4'))
  return [...descriptionsOf(operation), ...rejections.map(({ description }) => description)]
    .flatMap((text) => text.split(/[.;:!]\s|\n\s*\n|[.;:!]?\s*$/))
    .map((sentence) => ` ${wordsOf(sentence).join(' ')} `)
}

const descriptionsOf = ({ raw }: ApiOperation): readonly string[] =>
  [own(raw, 'summary'), own(raw, 'description')].filter((text) => typeof text === 'string')

/** Words that may stand between "only while" and the state. */
const FILLERS =
  '(?:it|its|is|are|was|they|still|the|a|an|in|of|has|have|with|having|state|status|stage|phase)'

/** Whether a sentence restricts an action to some of the states. */
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

const PARTS = '(?:fields?|properties|property|attributes?|values?|keys?|members?)'

const PARTIAL = [
  `\\bonly\\b[^.]*\\b${PARTS}\\b[^.]*\\b(?:provide|given|sent|present|specified|supplied|submitted|included|updated|changed)`,
  `\\bonly\\b[^.]*\\b(?:provided|given|sent|present|specified|supplied|submitted|included)\\b[^.]*\\b${PARTS}\\b`,
  `\\bpartial(?:ly)?\\b[^.]*\\b(?:updat|chang|modif|replac|representation)`,
  `\\b(?:omit|missing|absent|left out|unspecified|not (?:provided|given|sent|specified|present|supplied|included))[^.]*(?<!\\b(?:not|never|longer) )\\b(?:unchanged|untouched|kept|keep|preserved?|retain|remain|as (?:it|they) (?:is|are|was|were))`,
].map((pattern) => new RegExp(pattern, 'i'))

/** Whether the document says that a PUT changes only what it sends: `Only the relevant fields have to be provided`. */
export const isPartialPut = (operation: ApiOperation): boolean =>
  [...descriptionsOf(operation), operation.body?.description ?? ''].some((text) =>
    PARTIAL.some((pattern) => pattern.test(text)),
  )
