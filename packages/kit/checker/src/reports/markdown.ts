import type { CheckResult, ReportedFinding } from '../core/check-result.ts'
import { actionText } from './overlay.ts'
import {
  counted,
  effortText,
  obstacleText,
  otherSubjects,
  reachedText,
  subjectOf,
  trafficLists,
  verdictText,
} from './verdict-text.ts'

/** Maximum number of findings with details. */
const DETAILED = 50

/** Maximum number of findings with reproduction, because a GitHub summary is limited to one megabyte. */
const SHOWN = 20

/** A Markdown summary for a pull request or `$GITHUB_STEP_SUMMARY`. */
export const toMarkdown = (result: CheckResult): string => {
  const { title, findings, notes, obstacles } = result
  const rest = findings.length - DETAILED
  return [
    `## ${escape(title)}: ${escape(verdictText(result))}`,
    '',
    ...(findings.length === 0
      ? []
      : [
          '| severity | what | where |',
          '| --- | --- | --- |',
          ...findings.slice(0, DETAILED).map(toRow),
          '',
        ]),
    ...findings.slice(0, SHOWN).flatMap(toDetails),
    ...(rest > 0 ? [`… and ${counted(rest, 'finding')} more.`, ''] : []),
    ...[...notes, ...obstacles.map(obstacleText)].map((text) => `- ${escape(text)}`),
    ...(notes.length + obstacles.length > 0 ? [''] : []),
    ...trafficLists(result).flatMap(({ heading, lines }) =>
      lines.length === 0 ? [] : [`**${heading}**`, '', ...lines.map((line) => `- ${escape(line)}`), ''],
    ),
    `Seen: ${reachedText(result)}`,
    '',
    effortText(result),
    '',
  ].join('\n')
}

const toRow = (finding: ReportedFinding): string => {
  const others = otherSubjects(finding).length
  const where = `\`${subjectOf(finding).replaceAll('`', '')}\`${others > 0 ? ` and ${counted(others, 'other')}` : ''}`
  return `| ${finding.severity} | **${escape(finding.title)}**: ${escape(finding.message)} | ${escape(where)} |`
}

/** Collapsible reproduction and document changes of a finding. */
const toDetails = ({ message, pointer, reproduce, fix }: ReportedFinding): readonly string[] => {
  const { curl, script, replay } = reproduce
  const commands = script === '' ? curl : script
  return [
    '<details>',
    `<summary>${escape(message).replaceAll('\\|', '|')}</summary>`,
    '',
    ...(pointer === '' ? [] : [`Place in the document: \`${pointer.replaceAll('`', '')}\``, '']),
    ...(commands === '' ? [] : fence(commands)),
    ...(fix.length === 0
      ? []
      : ['If the server is right, change the document:', '', ...fence(fix.map(actionText).join('\n'))]),
    ...(replay === '' ? [] : fence(`contract-checker … ${replay}`)),
    '</details>',
    '',
  ]
}

/** A code block; its fence is longer than any row of backticks in it. */
const fence = (text: string): readonly string[] => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return [`${ticks}sh`, text, ticks, '']
}

/** Escapes a text for a table cell in Markdown. */
const escape = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ')
