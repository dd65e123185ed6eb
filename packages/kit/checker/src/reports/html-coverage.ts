import type { Coverage, OperationCoverage, SidedCoverage } from '../core/check-result.ts'

/** For each operation, the number of valid and invalid tests of its keywords, and the untested keywords. */
export const keywordTable = (operations: readonly OperationCoverage[]): Markup => {
  const rows = operations.filter(({ keywords }) => keywords.length > 0).map(row)
  if (rows.length === 0) return html`<p>No request in this document has a schema that restricts it.</p>`
  return html`<ul class="legend">
      <li><b class="kept"></b>satisfied by a request</li>
      <li><b class="broken"></b>violated by a request</li>
    </ul>
    ${table('Schema keywords tested by operation', ['<operation', 'satisfied and violated', 'satisfied', 'violated', '<not tested'], rows)}`
}

const row = (operation: OperationCoverage): Markup => {
  const { keywords } = operation
  const total = keywords.length
  const kept = keywords.filter(({ valid }) => valid > 0).length
  const broken = keywords.filter(({ invalid }) => invalid > 0).length
  return html`<tr>
    ${rowHead(operation)}
    <td class="bars">
      ${bar(kept / total, 'kept-bar', `${kept} of ${total} satisfied`)}${bar(broken / total, 'broken-bar', `${broken} of ${total} violated`)}
    </td>
    <td>${kept}/${total}</td>
    <td>${broken}/${total}</td>
    <td class="left">${untried(keywords)}</td>
  </tr>`
}

const untried = (keywords: readonly SidedCoverage[]): Markup => {
  const left = keywords.filter(({ valid, invalid }) => valid === 0 || invalid === 0)
  if (left.length === 0) return html``
  return details(
    String(left.length),
    html`<ul>
      ${left.map((keyword) => html`<li><code>${keyword.pointer}</code> ${sideOf(keyword)}</li>`)}
    </ul>`,
  )
}

const sideOf = ({ valid, invalid }: SidedCoverage): string => {
  if (valid === 0 && invalid === 0) return 'never tested'
  return valid === 0 ? 'never satisfied' : 'never violated'
}

/** Operations × statuses: documented and seen, documented and not seen, seen but undocumented. */
export const matrix = (operations: readonly OperationCoverage[]): Markup => {
  const columns = [
    ...new Set(operations.flatMap(({ documented, statuses }) => [...documented, ...Object.keys(statuses)])),
  ].toSorted()
  return html`<ul class="legend">
      <li><b class="seen">12</b>documented, seen this often</li>
      <li><b class="unseen">–</b>documented, never seen</li>
      <li><b class="strange">12!</b>seen, not documented</li>
    </ul>
    ${table(
      'Responses by operation',
      ['<operation', ...columns],
      operations.map(
        (operation) =>
          html`<tr>
            ${rowHead(operation)}${columns.map((status) => cell(operation, status))}
          </tr>`,
      ),
    )}`
}

/** The name of an operation and its address. */
const rowHead = ({ operationId, method, path }: OperationCoverage): Markup => {
  const address = `${method} ${path}`
  const below = address === operationId ? '' : html`<span class="soft">${address}</span>`
  return html`<th scope="row"><code>${operationId}</code>${below}</th>`
}

const cell = ({ documented, statuses, unseen }: OperationCoverage, status: string): Markup => {
  const count = statuses[status] ?? 0
  if (unseen.includes(status)) return html`<td class="unseen" title="documented, never seen">–</td>`
  if (documented.includes(status)) return html`<td class="seen">${count > 0 ? count : '✓'}</td>`
  if (count === 0) return html`<td></td>`
  return isCovered(documented, status)
    ? html`<td class="seen" title="documented by ${status[0] ?? ''}XX or default">${count}</td>`
    : html`<td class="strange" title="seen, not documented">${count}!</td>`
}

const isCovered = (documented: readonly string[], status: string): boolean =>
  documented.includes('default') || documented.some((key) => key.toUpperCase() === `${status[0]}XX`)

const KINDS = {
  operations: 'operations with a 2xx response',
  responses: 'documented responses seen',
  parameters: 'parameters tested valid and invalid',
  keywords: 'schema keywords tested valid and invalid',
  examples: 'request examples sent',
} as const

/** The coverage of each kind, as figures and bars. */
export const shares = (coverage: Coverage): Markup =>
  html`<ul class="shares">
    ${Object.entries(KINDS).map(([kind, text]) => {
      const { reached, total, share } = coverage[kind as keyof typeof KINDS]
      const fill = share < 1 ? 'share-bar partial' : 'share-bar'
      return html`<li>
        <b>${reached} <span class="soft">of ${total}</span></b
        >${text}${bar(share, fill, `${Math.floor(100 * share)} percent`)}
      </li>`
    })}
  </ul>`

/** A bar for a share from 0 to 1, with a text for screen readers. */
const bar = (share: number, kind: string, label: string): Markup =>
  html`<svg role="img" aria-label="${label}">
    <rect class="${kind}" width="${(100 * share).toFixed(1)}%" height="100%" />
  </svg>`

/** A table that scrolls if it is wide; `<` before a heading aligns its column left. */
export const table = (label: string, headings: readonly string[], rows: readonly Markup[]): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${headings.map((text) =>
            text.startsWith('<')
              ? html`<th scope="col" class="left">${text.slice(1)}</th>`
              : html`<th scope="col">${text}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`

/** Collapsible details. */
export const details = (summary: string, body: Markup | readonly Markup[]): Markup =>
  html`<details>
    <summary>${summary}</summary>
    ${body}
  </details>`

/** HTML that is safe to insert unchanged. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | readonly Markup[]

/** An HTML template. Escapes every value, in content and in quoted attributes, unless it is {@link Markup}. */
export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(pieces.map((piece, index) => piece + toText(parts[index] ?? '')).join(''))

const toText = (part: Part): string => {
  if (part instanceof Markup) return part.text
  return typeof part === 'object' ? part.map(({ text }) => text).join('\n') : escapeHtml(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Replaces control characters that HTML forbids (HTML, 13.2.3.5). */
const escapeHtml = (text: string): string =>
  text
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
