import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { formatTimeOfDay } from '../format/moment.ts'
import { Panel } from '../parts/panel.tsx'
import { ScrollArea } from '../parts/scroll-area.tsx'
import { toKeyedRequests } from '../watch/keyed-requests.ts'
import type { LoggedRequest } from '../watch/sandbox-data.ts'

/** The newest requests with their verdicts; a click shows the rest of one. */
export function RequestsPanel({ requests }: { readonly requests: readonly LoggedRequest[] }): JSX.Element {
  const refusalsOnly = useSignal(false)
  const open = useSignal<string | null>(null)
  const shown = toKeyedRequests(requests).filter(
    ({ request }) => !refusalsOnly.value || request.status >= 400,
  )
  return (
    <Panel title="Requests" note={requests.length === 50 ? 'the newest 50' : String(requests.length)}>
      <label class="row soft">
        <input
          type="checkbox"
          checked={refusalsOnly.value}
          onChange={(event) => (refusalsOnly.value = event.currentTarget.checked)}
        />
        Refusals only
      </label>
      {shown.length === 0 ? (
        <p class="empty">
          {requests.length === 0
            ? 'No request yet. Whatever a partner application sends appears here with its verdict.'
            : 'No request was refused.'}
        </p>
      ) : (
        <ScrollArea label="Recent requests">
          <table class="requests">
            <thead>
              <tr>
                <th scope="col">Request</th>
                <th scope="col">Verdict</th>
                <th scope="col" class="figure">
                  Time
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ key, request }) => (
                <RequestRows
                  key={key}
                  request={request}
                  isOpen={open.value === key}
                  toggle={() => (open.value = open.value === key ? null : key)}
                />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </Panel>
  )
}

interface RowsProps {
  readonly request: LoggedRequest
  readonly isOpen: boolean
  readonly toggle: () => void
}

function RequestRows({ request, isOpen, toggle }: RowsProps): JSX.Element {
  return (
    <>
      <tr class="arrives">
        <th scope="row">
          <button type="button" class="plain" aria-expanded={isOpen} onClick={toggle}>
            {request.operationId ?? `${request.method} ${request.path}`}
          </button>
        </th>
        <td>
          <span class={`verdict ${verdictClass(request.status)}`}>{request.status}</span>{' '}
          <span class="code">{request.errorCode}</span>
        </td>
        <td class="figure">{formatTimeOfDay(Date.parse(request.at))}</td>
      </tr>
      {isOpen ? (
        <tr class="detail">
          <td colSpan={3}>
            <Detail request={request} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

function verdictClass(status: number): string {
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'good'
}

function Detail({ request }: { readonly request: LoggedRequest }): JSX.Element {
  return (
    <dl>
      <dt>Request</dt>
      <dd>
        <code>
          {request.method} {request.path}
        </code>
      </dd>
      <dt>Application</dt>
      <dd>{request.app ?? 'unknown'}</dd>
      <dt>Request id</dt>
      <dd>
        <code>{request.requestId}</code>
      </dd>
      <dt>Took</dt>
      <dd class="figure">{request.durationMs} ms</dd>
      <dt>Answered</dt>
      <dd class="figure">{request.at}</dd>
    </dl>
  )
}
