import type { OperationCoverage, SidedCoverage } from '../../run/coverage/coverage.ts'
import { bar } from './bar.ts'
import { html, type Markup } from './markup.ts'
import { rowHead } from './matrix.ts'

/** For each operation, how many statements about its requests were kept, how many broken, and which were not tried. */
export const keywordTable = (operations: readonly OperationCoverage[]): Markup => {
  const rows = operations.filter(({ keywords }) => keywords.length > 0).map(row)
  if (rows.length === 0) return html`<p>No request of this document has a schema that says anything.</p>`
  return html`<ul class="legend">
      <li><b class="kept"></b>kept by some request</li>
      <li><b class="broken"></b>broken by some request</li>
    </ul>
    <div class="scroll" tabindex="0" role="region" aria-label="Statements tried by operation">
      <table>
        <thead>
          <tr>
            <th scope="col" class="left">operation</th>
            <th scope="col">kept and broken</th>
            <th scope="col">kept</th>
            <th scope="col">broken</th>
            <th scope="col" class="left">not tried</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`
}

const row = (operation: OperationCoverage): Markup => {
  const { keywords } = operation
  const total = keywords.length
  const kept = keywords.filter(({ valid }) => valid > 0).length
  const broken = keywords.filter(({ invalid }) => invalid > 0).length
  return html`<tr>
    ${rowHead(operation)}
    <td class="bars">
      ${bar(kept / total, 'kept-bar', `${kept} of ${total} kept`)}${bar(broken / total, 'broken-bar', `${broken} of ${total} broken`)}
    </td>
    <td>${kept}/${total}</td>
    <td>${broken}/${total}</td>
    <td class="left">${untried(keywords)}</td>
  </tr>`
}

const untried = (keywords: readonly SidedCoverage[]): Markup => {
  const left = keywords.filter(({ valid, invalid }) => valid === 0 || invalid === 0)
  if (left.length === 0) return html``
  return html`<details>
    <summary>${left.length}</summary>
    <ul>
      ${left.map((keyword) => html`<li><code>${keyword.pointer}</code> ${sideOf(keyword)}</li>`)}
    </ul>
  </details>`
}

const sideOf = ({ valid, invalid }: SidedCoverage): string => {
  if (valid === 0 && invalid === 0) return 'never reached'
  return valid === 0 ? 'never kept' : 'never broken'
}
