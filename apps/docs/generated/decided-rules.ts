import type { RuleSection } from '../rules/read-rules.ts'
import { toMarkdownTable, toMarkdownText } from '@contract-kit/docs'

/** A group of rules that were decided, as the catalogue numbers it: `D7`. */
const isDecided = ({ section }: RuleSection): boolean => /^D\d+$/.test(section)

/** Every decided rule as Markdown, a heading and a table for each group, each row linked to its proof. */
export function toDecidedRules(sections: readonly RuleSection[]): string {
  return sections
    .filter(isDecided)
    .map(
      ({ title, rules }) => `## ${title}

${toMarkdownTable(
  ['Rule', 'Decided'],
  rules.map(({ id, statement }) => [`[${id}](../rules.html#${id})`, toMarkdownText(statement)]),
)}`,
    )
    .join('\n\n')
}
