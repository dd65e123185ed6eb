import { createHash } from 'node:crypto'
import type { CheckResult, ReportedFinding, ShownRequest, ShownResponse } from '../core/check-result.ts'
import { details, html, keywordTable, Markup, matrix, shares, table } from './html-coverage.ts'
import { actionText } from './overlay.ts'
import {
  allowanceText,
  effortText,
  otherSubjects,
  counted,
  isWholeOperation,
  subjectOf,
  trafficLists,
  verdictText,
} from './verdict-text.ts'

/** One offline HTML file: verdict, findings with curl lines, operations × statuses, tested keywords, and omitted operations. */
export const toHtml = (result: CheckResult): string => {
  const { title, baseUrl, seed, verdict, findings, coverage } = result
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
            ${baseUrl} · ${effortText(result)}
            ${result.traffic === undefined ? `· seed ${seed} · ${result.phases.join(', ')}` : ''}
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

/** The page runs only this style and script, regardless of response content (CSP Level 3, hash sources). */
const digestOf = (text: string): Markup =>
  new Markup(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)

interface Section {
  readonly id: string
  readonly heading: string
  readonly body: Markup
}

const sectionsOf = (result: CheckResult): readonly Section[] => {
  const { findings, coverage, notes, skipped, policiesUsed } = result
  return [
    ...sectionOf(
      'findings',
      counted(findings.length, 'finding'),
      findings,
      () => html`${index(findings)}${findings.map(findingArticle)}`,
    ),
    { id: 'responses', heading: 'Responses', body: matrix(coverage.byOperation) },
    { id: 'keywords', heading: 'Schema keywords of requests', body: keywordTable(coverage.byOperation) },
    ...sectionOf('notes', 'Notes', notes, () => html`${notes.map((note) => html`<p>${note}</p>`)}`),
    ...sectionOf('skipped', 'Not checked completely', skipped, () =>
      pairs(skipped.map(({ operationId, reason }) => [operationId, reason])),
    ),
    ...sectionOf('policies', 'Allowed by policy', policiesUsed, () =>
      pairs(policiesUsed.map((policy) => [policy.operationId, allowanceText(policy)])),
    ),
    ...trafficLists(result).flatMap(({ heading, lines }, index) =>
      sectionOf(
        `traffic-${index}`,
        heading,
        lines,
        () =>
          html`<ul>
            ${lines.map((line) => html`<li>${line}</li>`)}
          </ul>`,
      ),
    ),
  ]
}

/** A section with a list; empty if the list is empty. */
const sectionOf = (
  id: string,
  heading: string,
  things: readonly unknown[],
  write: () => Markup,
): readonly Section[] => (things.length === 0 ? [] : [{ id, heading, body: write() }])

/** From this number of findings on, the page has a table of contents. */
const MANY = 4

const index = (findings: readonly ReportedFinding[]): Markup =>
  findings.length < MANY
    ? html``
    : table(
        'List of findings',
        ['<finding', 'severity', '<about', 'seen'],
        findings.map(
          (finding) =>
            html`<tr>
              <td class="left"><a href="#${encodeURIComponent(finding.key)}">${finding.title}</a></td>
              <td><span class="tag ${finding.severity}">${finding.severity}</span></td>
              <td class="left"><code>${subjectOf(finding)}</code></td>
              <td>${finding.count}</td>
            </tr>`,
        ),
      )

const pairs = (rows: readonly (readonly [string, string])[]): Markup =>
  html`<dl>
    ${rows.map(
      ([name, text]) =>
        html`<dt><code>${name}</code></dt>
          <dd>${text}</dd>`,
    )}
  </dl>`

/** One finding: cause, place, response, and reproduction. */
const findingArticle = (finding: ReportedFinding): Markup => {
  const { key, title, severity, message, reproduce } = finding
  const { curl, script, earlier, request, response } = reproduce
  return html`<article class="${severity}" id="${key}">
    <h3>${title} <span class="tag ${severity}">${severity}</span></h3>
    <p class="cause">${message}</p>
    <dl>
      ${facts(finding).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    ${
      curl === ''
        ? ''
        : html`<pre class="curl">${script === '' ? curl : script}</pre>
            <p aria-live="polite"><button type="button" data-copy>Copy</button></p>`
    }
    ${
      finding.fix.length === 0
        ? ''
        : details(
            'If the server is right, change the document',
            html`<ul>
              ${finding.fix.map((action) => html`<li><code>${actionText(action)}</code></li>`)}
            </ul>`,
          )
    }
    ${
      response === null || request === null
        ? ''
        : details(`Response ${response.status}`, exchange(request, response))
    }
    ${
      earlier.length === 0
        ? ''
        : details(
            `${counted(earlier.length, 'earlier request')} of the sequence`,
            earlier.map((step) => exchange(step.request, step.response)),
          )
    }
  </article>`
}

const facts = (finding: ReportedFinding): readonly (readonly [string, Markup])[] => {
  const { check, count, pointer, schemaFragment, phase, scenario, reproduce } = finding
  const others = otherSubjects(finding)
  return [
    ['about', html`<code>${subjectOf(finding)}</code> <span class="soft">${placeOf(finding)}</span>`],
    ...(others.length === 0 ? [] : [['also at', html`${others.join(', ')}`] as const]),
    ...(pointer === '' ? [] : [['document', html`<code>${pointer}</code>`] as const]),
    ...(schemaFragment === '' || isWholeOperation(pointer)
      ? []
      : [['schema', html`<code>${schemaFragment}</code>`] as const]),
    ...(phase === null
      ? []
      : [['found by', html`${phase}, ${scenario}${count > 1 ? `, seen ${count} times` : ''}`] as const]),
    ['check', html`<code>${check}</code>`],
    ...(reproduce.replay === ''
      ? []
      : [['replay', html`<code>contract-checker … ${reproduce.replay}</code>`] as const]),
  ]
}

/** Method and path; not known here for another affected operation. */
const placeOf = ({ operationId, sent }: ReportedFinding): string =>
  sent === undefined || (sent.operation?.id ?? null) !== operationId
    ? ''
    : `${sent.request.method} ${sent.path}`

const exchange = (request: ShownRequest, response: ShownResponse): Markup =>
  html`<pre>${request.method} ${request.url}${request.body === '' ? '' : `\n\n${request.body}`}</pre>
    <pre>
${response.status}
${headersOf(response)}${response.body === '' ? '' : `\n\n${response.body}`}</pre>`

const headersOf = ({ headers }: ShownResponse): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** The script of the page, which copies a curl line. Without clipboard access, it selects the text. */
const script = `
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]')
  if (!button) return
  const line = button.closest('article').querySelector('.curl')
  try {
    await navigator.clipboard.writeText(line.textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(line)
    button.textContent = 'Selected: copy it manually'
  }
})
`

/** The style of the report: light and dark mode, contrast by WCAG 2.2 AA, one column on phones. */
export const style = `
:root { color-scheme: light dark; --page: #fff; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --panel: #f6f8fa;
  --good: #116329; --good-panel: #dafbe1; --bad: #a40e26; --bad-panel: #ffebe9; --gap: #7d4e00; --gap-panel: #fff8c5; --focus: #0550ae;
  --kept: #2f7fd1; --broken: #b3561c }
@media (prefers-color-scheme: dark) { :root { --page: #0d1117; --text: #e6edf3; --soft: #9da7b1; --line: #30363d; --panel: #161b22;
  --good: #56d364; --good-panel: #12261a; --bad: #ff9492; --bad-panel: #2d1416; --gap: #e3b341; --gap-panel: #272115; --focus: #79b8ff;
  --kept: #58a6ff; --broken: #f0883e } }
* { box-sizing: border-box }
html { scroll-behavior: smooth; scroll-padding-top: 1rem }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1rem 5rem; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 } h2 { font-size: 1.25rem; margin: 3rem 0 .75rem } h3 { font-size: 1rem; margin: 0 }
p { margin: .3rem 0 } a { color: inherit } code, pre { font: .85rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace }
.soft { color: var(--soft); font-weight: 400 } .lead { max-width: 46rem } .address { overflow-wrap: anywhere }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .25rem }
.verdict { margin: 1rem 0; padding: .7rem 1rem; border-radius: .5rem; font-size: 1.1rem; font-weight: 600 }
.verdict.green { background: var(--good-panel); color: var(--good) } .verdict.findings { background: var(--bad-panel); color: var(--bad) }
.verdict.incomplete { background: var(--gap-panel); color: var(--gap) }
.shares { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; padding: 0; margin: 1rem 0; list-style: none }
.shares li { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; font-size: .9rem; color: var(--soft) }
.shares b { display: block; font-size: 1.4rem; line-height: 1.2; color: var(--text) } .shares svg { margin-top: .4rem }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: 1rem 0 0; list-style: none }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { padding: .4rem .65rem; text-align: center; border-bottom: 1px solid var(--line); vertical-align: top }
td + td { border-left: 2px solid var(--page) } tr:last-child > * { border-bottom: 0 } thead th { background: var(--panel); white-space: nowrap }
th[scope=row], .left { text-align: left } th[scope=row] { font-weight: 500; position: sticky; left: 0; background: var(--page); max-width: 22rem; overflow-wrap: anywhere }
th[scope=row] .soft { display: block; font-size: .8rem }
td.seen { background: var(--good-panel); color: var(--good) } td.unseen { background: var(--gap-panel); color: var(--gap) }
td.strange { background: var(--bad-panel); color: var(--bad); font-weight: 700 }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .85rem; margin: .5rem 0; padding: 0; list-style: none }
.legend b { display: inline-block; min-width: 1.7rem; padding: 0 .3rem; margin-right: .4rem; border-radius: .25rem; text-align: center }
.legend .seen { background: var(--good-panel); color: var(--good) } .legend .unseen { background: var(--gap-panel); color: var(--gap) } .legend .strange { background: var(--bad-panel); color: var(--bad) }
.legend .kept, .legend .broken { height: .8rem; vertical-align: -.1rem } .legend .kept { background: var(--kept) } .legend .broken { background: var(--broken) }
article { border: 1px solid var(--line); border-left: .4rem solid var(--gap); border-radius: .5rem; padding: .9rem 1.1rem 1rem; margin: 1rem 0 }
article.critical, article.high { border-left-color: var(--bad) } article.low { border-left-color: var(--soft) }
article:target { outline: 3px solid var(--focus) }
.tag { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .8rem; font-weight: 600; background: var(--gap-panel); color: var(--gap) }
.tag.critical, .tag.high { background: var(--bad-panel); color: var(--bad) } .tag.low { background: var(--panel); color: var(--soft) }
.cause { font-size: 1.05rem; margin: .5rem 0 } dl { margin: .5rem 0; display: grid; grid-template-columns: max-content 1fr; gap: .2rem .9rem } dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
pre { background: var(--panel); border-radius: .4rem; padding: .6rem .8rem; margin: .4rem 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
button { font: inherit; font-size: .85rem; color: var(--text); background: var(--page); border: 1px solid var(--soft); border-radius: .4rem; padding: .25rem .8rem; cursor: pointer } button:hover { background: var(--panel) }
details { margin: .4rem 0 } summary { cursor: pointer } td summary { white-space: nowrap } td ul { margin: .3rem 0 0; padding-left: 1.1rem; font-size: .85rem }
svg { display: block; width: 100%; height: .6rem; border-radius: .3rem; background: var(--line) } .bars { min-width: 9rem } .bars svg + svg { margin-top: .25rem }
.kept-bar { fill: var(--kept) } .broken-bar { fill: var(--broken) } .share-bar { fill: var(--good) } .share-bar.partial { fill: var(--gap) }
@media (max-width: 40rem) { body { padding-top: 1rem } dl { grid-template-columns: 1fr } dt { margin-top: .3rem } th[scope=row] { max-width: 11rem } }
@media print { nav, button { display: none } article { break-inside: avoid } }
`
