import { basename } from 'node:path'
import { toPointerLabel } from './pointer-label.ts'
import type { RuleSection } from './read-rules.ts'
import { rulesPageStyle } from './rules-page-style.ts'

type RuleRow = RuleSection['rules'][number]

/**
 * The rule catalogue as one HTML page that loads nothing: a table per section, an anchor per section and row.
 * `proofs` names the test files of each row; every row of the project has some, or its check fails.
 */
export function toRulesPage(
  sections: readonly RuleSection[],
  proofs: ReadonlyMap<string, readonly string[]>,
): string {
  const count = sections.reduce((sum, { rules }) => sum + rules.length, 0)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Rule catalogue</title>
<style>${rulesPageStyle}</style>
</head>
<body>
<main>
<h1>Rule catalogue</h1>
<p>${count} rules of the service, each proven by a test that the build runs. Numbered sections follow the specification;
sections that begin with D are decisions, made where the specification is silent.</p>
<nav aria-label="Sections"><ul>
${sections.map(({ section, title }) => `<li><a href="#${section}">${section} ${escape(title)}</a></li>`).join('\n')}
</ul></nav>
${sections.map((section) => toSection(section, proofs)).join('\n')}
</main>
</body>
</html>
`
}

function toSection({ section, title, rules }: RuleSection, proofs: ReadonlyMap<string, readonly string[]>) {
  return `<section aria-labelledby="${section}">
<h2 id="${section}"><a href="#${section}">${section} ${escape(title)}</a></h2>
<table>
<thead><tr><th scope="col">Rule</th><th scope="col">Statement</th><th scope="col">Where</th><th scope="col">Proof</th></tr></thead>
<tbody>
${rules.map((rule) => toRow(rule, proofs)).join('\n')}
</tbody>
</table>
</section>`
}

function toRow({ id, statement, where }: RuleRow, proofs: ReadonlyMap<string, readonly string[]>): string {
  const tests = (proofs.get(id) ?? []).map(
    (file) => `<code title="${escape(file)}">${escape(shortName(file))}</code>`,
  )
  return `<tr id="${id}"><th scope="row"><a href="#${id}">${id}</a></th><td>${escape(statement)}</td><td class="where">${toPlaces(where)}</td><td class="tests">${tests.join('<br>')}</td></tr>`
}

function shortName(file: string): string {
  return basename(file, '.test.ts')
}

function toPlaces(where: RuleRow['where']): string {
  if ('server' in where) return `server: ${escape(where.server)}`
  return where
    .map((pointer) => `<code title="${escape(pointer)}">${escape(toPointerLabel(pointer))}</code>`)
    .join('<br>')
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
