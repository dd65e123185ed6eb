import { createRequire } from 'node:module'
import { TextlintKernel, type TextlintKernelOptions, type TextlintKernelRule } from '@textlint/kernel'
import type MarkdownPlugin from '@textlint/textlint-plugin-markdown'
import { split } from 'sentence-splitter'

/** Most words in one sentence. A piece of code is one word. */
export const MOST_WORDS = 25

/** Words that the project does not use, as regular expressions, each with the words to take instead. */
export const TERMS: readonly (readonly [pattern: string, instead: string])[] = [
  ['answers?', 'response, or: returns'],
  ['laws?', 'rule(s), check(s)'],
  ['in earnest', 'in production'],
  ['mend(s|ed|ing)?', 'fix'],
  ['heed(s|ed|ing)?', 'follow, respect'],
  ['graft(s|ed|ing)?', 'copy into, replace'],
  ['accus(e|es|ed|ing)', 'report'],
  ['colour(s|ed|ing)?', 'color'],
  ['behaviour(s|al)?', 'behavior'],
  ['favour(s|ed|ite)?', 'favor'],
  ['neighbour(s|ing|hood)?', 'neighbor'],
  ['honour(s|ed|ing)?', 'honor'],
  ['licence(s|d)?', 'license'],
  ['centre(s|d)?', 'center'],
  ['grey', 'gray'],
  ['cancelled', 'canceled'],
  ['cancelling', 'canceling'],
  ['labelled', 'labeled'],
  ['fulfilment(s)?', 'fulfillment'],
  ['fulfil(s)?', 'fulfill'],
  [
    '(organ|normal|recogn|serial|initial|author|optim|summar|real|capital|minim|maxim|custom|synchron)is(e|es|ed|ing|ation)',
    'the spelling with z',
  ],
]

/** Words that a program does not say to its users, beside those above. */
export const MESSAGE_TERMS: typeof TERMS = [
  ...TERMS,
  ['answer(ed|ing)', 'responded, returned'],
  ['anew', 'again'],
  ['(?<!there )(is|are|was|were) no (?!longer|more)', 'is not a'],
]

/** A place in a text that breaks a rule. */
export interface Problem {
  /** The first is 1. */
  readonly line: number
  readonly message: string
}

// The plugin is a CommonJS module whose default export is a property of it.
const require = createRequire(import.meta.url)
const markdown = require('@textlint/textlint-plugin-markdown') as typeof MarkdownPlugin

const kernel = new TextlintKernel()

/** Finds banned words and sentences that are too long in a text of Markdown; code in it is passed over. */
export const findProblems = async (text: string, terms = TERMS): Promise<readonly Problem[]> => {
  const { messages } = await kernel.lintText(text, optionsFor(terms))
  return messages.map(({ line, message }) => ({ line, message }))
}

type Rule = TextlintKernelRule['rule']

const bannedWords =
  (terms: typeof TERMS): Rule =>
  (context) => {
    const banned = terms.map(
      ([pattern, instead]) => [new RegExp(`\\b(?:${pattern})\\b`, 'gi'), instead] as const,
    )
    return {
      [context.Syntax.Str](node) {
        const text = context.getSource(node)
        for (const [pattern, instead] of banned)
          for (const { 0: word, index } of text.matchAll(pattern))
            context.report(node, new context.RuleError(`"${word}": write "${instead}".`, { index }))
      },
    }
  }

const sentenceLength: Rule = (context) => ({
  [context.Syntax.Paragraph](node) {
    for (const sentence of split(withoutImages(context.getSource(node)))) {
      const words = sentence.type === 'Sentence' ? countWords(sentence.raw) : 0
      if (words > MOST_WORDS)
        context.report(
          node,
          new context.RuleError(`${words} words in one sentence: "${sentence.raw.slice(0, 40)}…".`, {
            index: sentence.range[0],
          }),
        )
    }
  },
})

/** The alternative of an image is no sentence of the text around it. */
const withoutImages = (text: string): string =>
  text.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, (image) => ' '.repeat(image.length))

const countWords = (sentence: string): number =>
  sentence
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const optionsFor = (terms: typeof TERMS): TextlintKernelOptions => ({
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
  rules: [
    { ruleId: 'banned-words', rule: bannedWords(terms) },
    { ruleId: 'sentence-length', rule: sentenceLength },
  ],
})
