import { createHash } from 'node:crypto'
import type { CheckResult, ReportedFinding } from '../run/check-result.ts'
import { findingArticle } from './html/finding-article.ts'
import { keywordTable } from './html/keyword-table.ts'
import { html, Markup } from './html/markup.ts'
import { matrix } from './html/matrix.ts'
import { script } from './html/script.ts'
import { shares } from './html/shares.ts'
import { style } from './html/style.ts'
import { subjectOf } from './subject-of.ts'
import { counted, verdictText } from './verdict-text.ts'

/** One offline HTML file: verdict, findings with their curl, operations × statuses, statements tried, what was left out. */
export const toHtml = (result: CheckResult): string => {
  const { title, baseUrl, requests, durationMs, seed, verdict, findings, coverage } = result
  const parts = sectionsOf(result)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src ${digestOf(style)}; script-src ${digestOf(script)}"
        />
        <title>${title}: ${findings.length === 0 ? verdict : counted(findings.length, 'finding')}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p class="soft address">
            ${baseUrl} · ${counted(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s · seed ${seed}
            · ${result.phases.join(', ')}
          </p>
          <p class="verdict ${verdict}">${verdictText(result)}</p>
          ${shares(coverage)}
          <nav aria-label="Parts of the report">
            <ul>
              ${parts.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}
            </ul>
          </nav>
        </header>
        <main>
          ${parts.map(
            ({ id, heading, body }) =>
              html`<section aria-labelledby="${id}">
                <h2 id="${id}">${heading}</h2>
                ${body}
              </section>`,
          )}
        </main>
        ${new Markup(`<script>${script}</script>`)}
      </body>
    </html> `.text
}

/** Only this style and this script run, whatever an answer smuggles in (CSP Level 3, hash sources). */
const digestOf = (text: string): Markup =>
  new Markup(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)

interface Section {
  readonly id: string
  readonly heading: string
  readonly body: Markup
}

const sectionsOf = ({ findings, coverage, skipped, policiesUsed }: CheckResult): readonly Section[] => [
  ...(findings.length === 0
    ? []
    : [
        {
          id: 'findings',
          heading: counted(findings.length, 'finding'),
          body: html`${index(findings)}${findings.map(findingArticle)}`,
        },
      ]),
  { id: 'answers', heading: 'Answers', body: matrix(coverage.byOperation) },
  { id: 'statements', heading: 'Statements about requests', body: keywordTable(coverage.byOperation) },
  ...(skipped.length === 0
    ? []
    : [
        {
          id: 'skipped',
          heading: 'Not checked to the end',
          body: pairs(skipped.map(({ operationId, reason }) => [operationId, reason])),
        },
      ]),
  ...(policiesUsed.length === 0
    ? []
    : [
        {
          id: 'policies',
          heading: 'Allowed by policy',
          body: pairs(
            policiesUsed.map(({ operationId, status, reason, count }) => [
              operationId,
              `refused ${counted(count, 'valid request')} with ${status}: ${reason}`,
            ]),
          ),
        },
      ]),
]

/** From this many on, findings need a list to be found by. */
const MANY = 4

const index = (findings: readonly ReportedFinding[]): Markup =>
  findings.length < MANY
    ? html``
    : html`<div class="scroll" tabindex="0" role="region" aria-label="List of findings">
        <table>
          <thead>
            <tr>
              <th scope="col" class="left">finding</th>
              <th scope="col">severity</th>
              <th scope="col" class="left">about</th>
              <th scope="col">seen</th>
            </tr>
          </thead>
          <tbody>
            ${findings.map(
              (finding) =>
                html`<tr>
                  <td class="left"><a href="#${encodeURIComponent(finding.key)}">${finding.title}</a></td>
                  <td><span class="tag ${finding.severity}">${finding.severity}</span></td>
                  <td class="left"><code>${subjectOf(finding)}</code></td>
                  <td>${finding.count}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`

const pairs = (rows: readonly (readonly [string, string])[]): Markup =>
  html`<dl>
    ${rows.map(
      ([name, text]) =>
        html`<dt><code>${name}</code></dt>
          <dd>${text}</dd>`,
    )}
  </dl>`
