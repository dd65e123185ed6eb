import type { ReportedFinding, ShownRequest, ShownResponse } from '../../run/check-result.ts'
import { isWholeOperation } from '../is-whole-operation.ts'
import { subjectOf } from '../subject-of.ts'
import { html, type Markup } from './markup.ts'

/** One finding, to be read from the top: cause, place, answer, how to see it again. */
export const findingArticle = (finding: ReportedFinding): Markup => {
  const { key, severity, message, reproduce } = finding
  const { curl, earlier, request, response } = reproduce
  return html`<article class="${severity}" id="${key}">
    <h3><code>${subjectOf(finding)}</code> <span class="tag ${severity}">${severity}</span></h3>
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
        : html`<pre class="curl">${curl}</pre>
            <p aria-live="polite"><button type="button" data-copy>Copy</button></p>`
    }
    ${
      response === null || request === null
        ? ''
        : html`<details>
            <summary>Answer ${response.status}</summary>
            ${exchange(request, response)}
          </details>`
    }
    ${
      earlier.length === 0
        ? ''
        : html`<details>
            <summary>
              ${earlier.length} earlier ${earlier.length === 1 ? 'request' : 'requests'} of the sequence
            </summary>
            ${earlier.map((step) => exchange(step.request, step.response))}
          </details>`
    }
  </article>`
}

const facts = (finding: ReportedFinding): readonly (readonly [string, Markup])[] => {
  const { check, title, count, pointer, schemaFragment, phase, scenario, reproduce } = finding
  return [
    ['law', html`${title} <span class="soft"><code>${check}</code></span>`],
    ...(pointer === '' ? [] : [['document', html`<code>${pointer}</code>`] as const]),
    ...(schemaFragment === '' || isWholeOperation(pointer)
      ? []
      : [['states', html`<code>${schemaFragment}</code>`] as const]),
    ...(phase === null
      ? []
      : [['found by', html`${phase}, ${scenario}${count > 1 ? `, seen ${count} times` : ''}`] as const]),
    ['again', html`<code>${reproduce.replay}</code>`],
  ]
}

const exchange = (request: ShownRequest, response: ShownResponse): Markup =>
  html`<pre>${request.method} ${request.url}${request.body === '' ? '' : `\n\n${request.body}`}</pre>
    <pre>
${response.status}
${headersOf(response)}${response.body === '' ? '' : `\n\n${response.body}`}</pre>`

const headersOf = ({ headers }: ShownResponse): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
