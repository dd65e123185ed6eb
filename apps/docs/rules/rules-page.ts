import { escapeHtml, type ExtraPage, toMarkdownTable, toMarkdownText } from '@contract-kit/docs'
import { toPointerLabel } from './pointer-label.ts'
import type { RuleSection } from './read-rules.ts'

type RuleRow = RuleSection['rules'][number]

const path = 'rules.html'

/**
 * The rule catalogue as a page: a table per section, an anchor per section and row, each row found by search. It does not list
 * tests, so that a change of a test does not change the site.
 */
export function toRulesPage(sections: readonly RuleSection[]): ExtraPage {
  const count = sections.reduce((sum, { rules }) => sum + rules.length, 0)
  const lead = `${count} rules of the service, each proven by tests that carry its number: the build fails if none of them passes. Numbered sections follow the specification; sections that begin with D are decisions, made where the specification is silent.`
  const html = `<h1>Rule catalogue</h1>
<p>${lead}</p>
<nav class="sections" aria-label="Sections"><ul>
${sections.map(({ section, title }) => `<li><a href="#${section}">${section} ${escapeHtml(title)}</a></li>`).join('\n')}
</ul></nav>
${sections.map((section) => toSection(section)).join('\n')}`
  return {
    path,
    title: 'Rule catalogue',
    description: lead,
    html,
    markdown: toMarkdown(lead, sections),
    isWide: true,
    search: sections.flatMap(({ title, rules }) =>
      rules.map(({ id, statement }) => ({
        href: `${path}#${id}`,
        kind: 'Rule',
        title: `${id} ${title}`,
        keywords: '',
        text: statement,
      })),
    ),
  }
}

function toMarkdown(lead: string, sections: readonly RuleSection[]): string {
  const tables = sections.map(({ section, title, rules }) => {
    const rows = rules.map(({ id, statement }) => [id, toMarkdownText(statement)])
    return `## ${section} ${toMarkdownText(title)}\n\n${toMarkdownTable(['Rule', 'Statement'], rows)}`
  })
  return ['# Rule catalogue', lead, ...tables].join('\n\n')
}

function toSection({ section, title, rules }: RuleSection): string {
  return `<section aria-labelledby="${section}">
<h2 id="${section}"><a href="#${section}">${section} ${escapeHtml(title)}</a></h2>
<table class="rules">
<thead><tr><th scope="col">Rule</th><th scope="col">Statement</th><th scope="col">Where</th></tr></thead>
<tbody>
${rules.map(toRow).join('\n')}
</tbody>
</table>
</section>`
}

function toRow({ id, statement, where }: RuleRow): string {
  return `<tr id="${id}"><th scope="row"><a href="#${id}">${id}</a></th><td>${escapeHtml(statement)}</td><td class="where">${toPlaces(where)}</td></tr>`
}

function toPlaces(where: RuleRow['where']): string {
  if ('server' in where) return `server: ${escapeHtml(where.server)}`
  return where
    .map((pointer) => `<code title="${escapeHtml(pointer)}">${escapeHtml(toPointerLabel(pointer))}</code>`)
    .join('<br>')
}
