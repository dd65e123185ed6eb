import type { OperationCoverage } from '../../run/coverage/coverage.ts'
import { html, type Markup } from './markup.ts'

/** Operations × statuses: what is documented and came, what is documented and never came, what came undocumented. */
export const matrix = (operations: readonly OperationCoverage[]): Markup => {
  const columns = [
    ...new Set(operations.flatMap(({ documented, statuses }) => [...documented, ...Object.keys(statuses)])),
  ].toSorted()
  return html`<ul class="legend">
      <li><b class="seen">12</b>documented, came so often</li>
      <li><b class="unseen">–</b>documented, never came</li>
      <li><b class="strange">12!</b>came, not documented</li>
    </ul>
    <div class="scroll" tabindex="0" role="region" aria-label="Answers by operation">
      <table>
        <thead>
          <tr>
            <th scope="col" class="left">operation</th>
            ${columns.map((status) => html`<th scope="col">${status}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${operations.map(
            (operation) =>
              html`<tr>
                ${rowHead(operation)}${columns.map((status) => cell(operation, status))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}

/** The name of an operation and its address. */
export const rowHead = ({ operationId, method, path }: OperationCoverage): Markup => {
  const address = `${method} ${path}`
  const below = address === operationId ? '' : html`<span class="soft">${address}</span>`
  return html`<th scope="row"><code>${operationId}</code>${below}</th>`
}

const cell = ({ documented, statuses, unseen }: OperationCoverage, status: string): Markup => {
  const count = statuses[status] ?? 0
  if (unseen.includes(status)) return html`<td class="unseen" title="documented, never came">–</td>`
  if (documented.includes(status)) return html`<td class="seen">${count > 0 ? count : '✓'}</td>`
  if (count === 0) return html`<td></td>`
  return isCovered(documented, status)
    ? html`<td class="seen" title="documented by ${status[0] ?? ''}XX or default">${count}</td>`
    : html`<td class="strange" title="came, not documented">${count}!</td>`
}

const isCovered = (documented: readonly string[], status: string): boolean =>
  documented.includes('default') || documented.some((key) => key.toUpperCase() === `${status[0]}XX`)
