import type { Json } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { singularize, wordsOf } from './names.ts'
import { descriptionsOf } from './prose.ts'

/** The states in which a document allows an action, and those in which it forbids it. Both are empty if it states no such rule. */
export interface StateLimits {
  readonly allowed: readonly string[]
  /** A state that the document mentions otherwise is neither allowed nor forbidden. */
  readonly forbidden: readonly string[]
}

/**
 * Reads rules about states from prose: `Only a draft can be published`, `The card must be in state open`, `A done card cannot be changed`.
 * `states` lists all states, and `entity` names the resource.
 */
export const stateLimits = (
  operation: ApiOperation,
  entity: string,
  states: readonly Json[],
): StateLimits => {
  const words = states.filter((state) => typeof state === 'string')
  const sentences = sentencesOf(operation)
  const hasExceptions = sentences.some((sentence) => EXCEPTION.test(sentence))
  const listedBy = (patterns: readonly RegExp[]): readonly string[] =>
    hasExceptions
      ? []
      : sentences.flatMap((sentence) => {
          const lists = patterns.map((pattern) => ` ${pattern.exec(sentence)?.[1] ?? ''} `)
          return words.filter((word) => lists.some((list) => names(list, word)))
        })
  const excluded = listedBy(exclusions(operation, entity, words))
  const wanted = [
    ...sentences.flatMap((sentence) =>
      isLimit(sentence, words, entity) ? words.filter((word) => names(sentence, word)) : [],
    ),
    ...listedBy(demands(operation, entity, words, sentences)),
  ]
  const isOpen = (word: string): boolean =>
    wanted.includes(word) || (!excluded.includes(word) && isMentioned(operation, word))
  if (wanted.length > 0)
    return { allowed: [...new Set(wanted)], forbidden: words.filter((word) => !isOpen(word)) }
  return excluded.length === 0
    ? { allowed: [], forbidden: [] }
    : { allowed: words.filter((word) => !excluded.includes(word)), forbidden: [...new Set(excluded)] }
}

/** The sentences about an action and about its rejections, each as plain words. */
const sentencesOf = (operation: ApiOperation): readonly string[] => {
  const rejections = [...operation.responses.values()].filter(({ status }) => status.startsWith('4'))
  return sentencesIn([...descriptionsOf(operation), ...rejections.map(({ description }) => description)])
}

const sentencesIn = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => text.split(/[.;:!]\s|\n\s*\n|[.;:!]?\s*$/))
    .map((sentence) => ` ${wordsOf(sentence).join(' ')} `)

/** Words that take back a part of a rule. */
const EXCEPTION = / (?:except|unless|apart from|other than|however|still|even|forced?) /

/** Words of an action that may be repeated, in the state that it leads to. */
const REPEATABLE =
  /^(?!.* (?:cannot|can not|must not|may not) ).* (?:again|already|repeated|idempotent|no effect|nothing) /

/** A state as the result of an action: `it becomes paid`, `and is paid afterwards`. */
const resultOf = (state: string): RegExp => {
  const word = toWords(state)
  return new RegExp(
    ` (?:becomes? (?:the |an? )?${word}|(?:is|are) (?:then ${word}|${word} (?:afterwards|then)))(?= )`,
    'g',
  )
}

/** Whether the description of an action names a state as its result. */
export const leadsTo = (operation: ApiOperation, state: string): boolean =>
  sentencesIn(descriptionsOf(operation)).some((sentence) => resultOf(state).test(sentence))

/** Whether the document mentions a state other than as the result of the action. */
const isMentioned = (operation: ApiOperation, state: string): boolean => {
  const isRepeatable = sentencesIn(descriptionsOf(operation)).some((sentence) => REPEATABLE.test(sentence))
  return sentencesOf(operation).some((sentence) =>
    names(isRepeatable ? sentence : sentence.replaceAll(resultOf(state), ''), state),
  )
}

/** Words that may stand between "only while" and the state. */
const FILLERS =
  '(?:it|its|is|are|was|they|still|the|a|an|in|of|has|have|with|having|state|status|stage|phase)'

/** Whether a sentence restricts an action to some of the states. */
const isLimit = (sentence: string, states: readonly string[], entity: string): boolean => {
  const { thing, list } = partsOf(entity, states)
  return [
    `only (?:an? |the )?${list}(?: ${thing})?(?: (?:can|may|is|are|will|must|could)| $)`,
    `only (?:an? |the )?${thing}(?: (?:in|that|which|with|whose|${FILLERS}))* ${list}(?: (?:can|may|is|are|will|must|could|state|status)| $)`,
    `only (?:be \\w+|possible|allowed|available|permitted|works?|applies)? ?(?:(?:while|if|when|in|from|on|for|as long as|once) )(?:(?:${FILLERS}|${thing}) )*${list}(?: (?:${thing}|state|status))? (?!\\w)`,
  ].some((pattern) => new RegExp(`(?<! not) ${pattern}`).test(sentence))
}

/** Sentences that list the allowed states in their first group. Each must be about the item from its first word on. */
const demands = (
  operation: ApiOperation,
  entity: string,
  states: readonly string[],
  sentences: readonly string[],
): readonly RegExp[] => {
  const { thing, list } = partsOf(entity, states)
  const others = new RegExp(
    `^ any other ${thing} (?:is|gets|gives|returns|leads to|fails with) an? (?:\\d{3}|conflict|error) `,
  )
  return [
    `^ (?:the|this) ${thing} must be in (?:an? |the )?(?:state |status )?(${list})(?: (?:state|status))? (?:$|\\d{3} |and (?:is|becomes) |to be |before )`,
    // A bare participle may be what the action does: `The card must be completed`.
    ...(states.some((state) => isDoneBy(operation, entity, toWords(state)))
      ? []
      : [`^ (?:the|this) ${thing} must be (${list}) (?:$|\\d{3} |to be )`]),
    `^ only (?:an? )?(${list}|${thing} that (?:is|are) ${list})(?: ${thing})? ${takes(operation, '')}`,
    // `Pays an open invoice. Any other invoice is a 409.`
    ...(sentences.some((sentence) => others.test(sentence))
      ? [`^ \\w+ an? (${list}) ${thing} `, `^ \\w+ an? (${list}) $`]
      : []),
  ].map((pattern) => new RegExp(pattern))
}

/** Sentences that list forbidden states in their first group. What cannot be done must be what the operation does. */
const exclusions = (
  operation: ApiOperation,
  entity: string,
  states: readonly string[],
): readonly RegExp[] => {
  const { thing, list } = partsOf(entity, states)
  const done = verbsOf(operation, entity).map((verb) => `${verb}(?:e?d|[a-z]ed)`)
  const verbs = `(?:\\w+ (?:or|and|nor) )*(?:${done.join('|')})(?: (?:or|and|nor) \\w+)*`
  const end = '(?: (?:again|any ?more|any longer))? (?:$|\\d{3} )'
  const cannot = `(?:cannot|can not|may not|must not|can no longer) be ${verbs}${end}`
  return [cannot, takes(operation, 'no (?:more |new |further )?')].flatMap((rest) => [
    new RegExp(`^ (?:an? |any )?(${list}) ${thing} ${rest}`),
    new RegExp(
      `^ (?:an? |any )?${thing} (?:that|which) (?:is|are) (?:in )?(?:state |status )?(${list}) ${rest}`,
    ),
  ])
}

/** What an operation below an item adds to it: `takes no more lines` for `POST /orders/{id}/lines`. */
const takes = ({ path }: ApiOperation, amount: string): string => {
  const noun = singularize(wordsOf(path.split('/').at(-1) ?? '').join(' '))
  return noun === '' ? '(?!)' : `(?:takes?|accepts?) ${amount}${noun}(?:e?s)?(?= )`
}

const isDoneBy = (operation: ApiOperation, entity: string, word: string): boolean =>
  verbsOf(operation, entity).some((verb) => word.startsWith(verb))

/** The stems of the verbs for what an operation does: `cancel` for `POST /orders/{id}/cancel`, which `canceled` and `cancelled` share. */
const verbsOf = ({ id, method, path }: ApiOperation, entity: string): readonly string[] => {
  const last = path.split('/').at(-1) ?? ''
  if (last.endsWith('}'))
    return method === 'DELETE' ? ['delet', 'remov'] : ['chang', 'updat', 'edit', 'modif', 'alter', 'replac']
  const own = new Set(wordsOf(entity))
  return wordsOf(`${last.replace(/.*\}/, '')} ${id}`)
    .filter((word) => word.length > 2 && !own.has(singularize(word)))
    .map((word) => word.replace(/(?:e|ing)$/, ''))
}

const partsOf = (
  entity: string,
  states: readonly string[],
): { readonly thing: string; readonly list: string } => {
  const state = `(?:(?:${states.map(toWords).join('|')})s?)`
  return {
    thing: `(?:${wordsOf(entity).join(' ')}s?)`,
    list: `${state}(?: (?:or|and|the|an?|${state}))*`,
  }
}

const names = (sentence: string, state: string): boolean => new RegExp(` ${toWords(state)}s? `).test(sentence)

const toWords = (state: string): string => wordsOf(state).join(' ')
