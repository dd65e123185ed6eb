import type { CheckResult, ReportedFinding } from '../core/check-result.ts'
import { counted, obstacleText, otherSubjects, subjectOf, verdictText } from './verdict-text.ts'

/** Findings told one by one; a summary that nobody scrolls through. */
const TOLD = 50

/** A summary in Markdown, as a pull request or `$GITHUB_STEP_SUMMARY` shows it. */
export const toMarkdown = (result: CheckResult): string => {
  const { title, findings, requests, durationMs, coverage, obstacles } = result
  const kinds = ['operations', 'responses', 'parameters', 'keywords', 'examples'] as const
  const rest = findings.length - TOLD
  return [
    `## ${escape(title)}: ${escape(verdictText(result))}`,
    '',
    ...(findings.length === 0
      ? []
      : ['| severity | what | where |', '| --- | --- | --- |', ...findings.slice(0, TOLD).map(toRow), '']),
    ...(rest > 0 ? [`… and ${counted(rest, 'finding')} more.`, ''] : []),
    ...obstacles.map((obstacle) => `- ${escape(obstacleText(obstacle))}`),
    ...(obstacles.length > 0 ? [''] : []),
    `Seen: ${kinds.map((kind) => `${kind} ${coverage[kind].reached}/${coverage[kind].total}`).join(' · ')}`,
    '',
    `${counted(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`,
    '',
  ].join('\n')
}

const toRow = (finding: ReportedFinding): string => {
  const others = otherSubjects(finding).length
  const where = `\`${subjectOf(finding).replaceAll('`', '')}\`${others > 0 ? ` and ${counted(others, 'other')}` : ''}`
  return `| ${finding.severity} | **${escape(finding.title)}**: ${escape(finding.message)} | ${escape(where)} |`
}

/** A text in one cell of a table, with nothing in it that Markdown or HTML would take for more. */
const escape = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ')
