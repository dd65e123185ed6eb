import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ControlRoom } from '../control-room.ts'
import { RequestDetail } from '../exchange/request-detail.tsx'
import { formatTimeOfDay } from '../format/moment.ts'
import { Panel } from '../parts/panel.tsx'
import { ScrollArea } from '../parts/scroll-area.tsx'
import type { LoggedRequest } from '../watch/sandbox-data.ts'

interface PanelProps {
  readonly room: ControlRoom
  readonly requests: readonly LoggedRequest[]
}

/** The newest requests with their results; a click shows the details. */
export function RequestsPanel({ room, requests }: PanelProps): JSX.Element {
  const refusalsOnly = useSignal(false)
  const open = useSignal<number | null>(null)
  /** The row to focus once it is rendered, because the button that opened it is gone. */
  const focusing = useSignal<number | null>(null)
  const shown = requests.filter(({ status }) => !refusalsOnly.value || status >= 400)
  const show = (number: number): void => {
    refusalsOnly.value = false
    open.value = number
    focusing.value = number
  }
  return (
    <Panel title="Requests" note={requests.length === 50 ? 'the newest 50' : String(requests.length)}>
      <label class="row soft">
        <input
          type="checkbox"
          checked={refusalsOnly.value}
          onChange={(event) => (refusalsOnly.value = event.currentTarget.checked)}
        />
        Errors only
      </label>
      {shown.length === 0 ? (
        <p class="empty">
          {requests.length === 0
            ? 'No requests yet. Requests of partner applications appear here with their status.'
            : 'No request failed.'}
        </p>
      ) : (
        <ScrollArea label="Recent requests">
          <table class="requests">
            <thead>
              <tr>
                <th scope="col">Request</th>
                <th scope="col">Status</th>
                <th scope="col" class="figure">
                  Time
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((request) => (
                <RequestRows
                  // Request numbers restart with a reset.
                  key={`${request.number} ${request.requestId} ${request.at}`}
                  room={room}
                  request={request}
                  isOpen={open.value === request.number}
                  toggle={() => (open.value = open.value === request.number ? null : request.number)}
                  show={show}
                  isListed={(number) => requests.some((one) => one.number === number)}
                  focusing={focusing}
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
  readonly room: ControlRoom
  readonly request: LoggedRequest
  readonly isOpen: boolean
  readonly toggle: () => void
  readonly show: (number: number) => void
  readonly isListed: (number: number) => boolean
  readonly focusing: Signal<number | null>
}

function RequestRows({ room, request, isOpen, toggle, show, isListed, focusing }: RowsProps): JSX.Element {
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focusing.value !== request.number) return
    focusing.value = null
    opener.current?.focus()
  }, [focusing.value])
  return (
    <>
      <tr class="arrives">
        <th scope="row">
          <button ref={opener} type="button" class="plain" aria-expanded={isOpen} onClick={toggle}>
            {request.operationId ?? `${request.method} ${request.path}`}
          </button>
          {request.replayOf === null ? null : <span class="soft"> replay of {request.replayOf}</span>}
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
            <RequestDetail room={room} request={request} show={show} isListed={isListed} />
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
