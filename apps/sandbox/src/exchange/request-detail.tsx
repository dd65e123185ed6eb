import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ControlRoom } from '../control-room.ts'
import { serverUrl } from '../server-url.ts'
import { Refusal } from '../parts/refusal.tsx'
import { useAction } from '../parts/use-action.ts'
import { messageOf } from '../watch/judge-failure.ts'
import type { Exchange, LoggedRequest } from '../watch/sandbox-data.ts'
import { type CurlCommand, toCurl } from './curl-command.ts'
import { ExchangeView } from './exchange-view.tsx'

/** The timeout of a replay, since a trigger may delay it by half a minute. */
const replayTimeoutMs = 40_000

interface DetailProps {
  readonly room: ControlRoom
  readonly request: LoggedRequest
  /** Opens another request of the log. */
  readonly show: (number: number) => void
  /** Whether the page lists a request, so that a link can open it. */
  readonly isListed: (number: number) => boolean
}

/** The details of one request: the exchange, the curl command and the replay. */
export function RequestDetail({ room, request, show, isListed }: DetailProps): JSX.Element {
  const exchange = useSignal<Exchange | null>(null)
  const problem = useSignal<string | null>(null)
  useEffect(() => {
    // Ignore a late response, when the detail is closed or shows another request.
    let isShown = true
    const load = async (): Promise<void> => {
      try {
        const found = await room.ask((controls) => controls.getRequest({ requestNumber: request.number }))
        if (isShown) exchange.value = found
      } catch (error) {
        if (isShown) problem.value = messageOf(error)
      }
    }
    void load()
    return () => {
      isShown = false
    }
  }, [request.number])
  return (
    <div class="exchange">
      <Facts request={request} show={show} isListed={isListed} />
      {exchange.value === null ? null : (
        <>
          <Actions room={room} exchange={exchange.value} show={show} />
          <ExchangeView exchange={exchange.value} />
        </>
      )}
      <Refusal text={problem.value} />
    </div>
  )
}

function Facts({ request, show, isListed }: Omit<DetailProps, 'room'>): JSX.Element {
  const { number, requestId, app, durationMs, at, errorCode, replayOf } = request
  return (
    <dl class="facts">
      <dt>Number</dt>
      <dd>
        {number}
        {replayOf === null ? null : (
          <>
            , replay of{' '}
            {isListed(replayOf) ? (
              <button type="button" class="inline" onClick={() => show(replayOf)}>
                request {replayOf}
              </button>
            ) : (
              `request ${replayOf}`
            )}
          </>
        )}
      </dd>
      {errorCode === null ? null : (
        <>
          <dt>Error code</dt>
          <dd>
            <a href={`../docs/errors/${errorCode}.html`}>{errorCode}</a>
          </dd>
        </>
      )}
      <dt>Application</dt>
      <dd>{app ?? 'unknown'}</dd>
      <dt>Request id</dt>
      <dd>
        <code>{requestId}</code>
      </dd>
      <dt>Answered</dt>
      <dd class="figure">
        {at}, after {durationMs} ms
      </dd>
    </dl>
  )
}

interface ActionsProps extends Pick<DetailProps, 'room' | 'show'> {
  readonly exchange: Exchange
}

function Actions({ room, exchange, show }: ActionsProps): JSX.Element {
  const command = useSignal<CurlCommand | null>(null)
  const isCopied = useSignal(false)
  const action = useAction()
  const { number } = exchange.entry
  const hasKey = exchange.request.headers.some(({ name }) => name === 'idempotency-key')

  const copy = (): void => {
    const made = toCurl(exchange, serverUrl)
    command.value = made
    // Browsers allow clipboard access only on secure pages. On others, users copy the command from the page.
    void navigator.clipboard?.writeText(made.text).then(() => (isCopied.value = true))
  }
  const replay = (idempotencyKey: 'same' | 'new'): void =>
    action.run(async () => {
      let replayed = number
      const refusal = await room.act(async (controls) => {
        const input = { requestNumber: number, idempotencyKey }
        replayed = (await controls.replayRequest(input, { timeoutMs: replayTimeoutMs })).entry.number
      })
      if (refusal === null) show(replayed)
      return refusal
    })

  return (
    <>
      <div class="row">
        <button type="button" onClick={copy}>
          Copy as curl
        </button>
        <button type="button" disabled={action.isBusy || !exchange.canReplay} onClick={() => replay('same')}>
          Replay
        </button>
        {hasKey ? (
          <button type="button" disabled={action.isBusy || !exchange.canReplay} onClick={() => replay('new')}>
            Replay with a new key
          </button>
        ) : null}
      </div>
      {exchange.canReplay ? null : (
        <p class="soft">It cannot be replayed, because its body was not stored completely.</p>
      )}
      <Refusal text={action.refusal} />
      {command.value === null ? null : <Command command={command.value} isCopied={isCopied.value} />}
    </>
  )
}

function Command(props: { readonly command: CurlCommand; readonly isCopied: boolean }): JSX.Element {
  const { text, variables } = props.command
  return (
    <div class="command">
      <p role="status">
        {props.isCopied ? 'Copied.' : 'Copy this command:'}
        {variables.length === 0 ? null : ` Set ${variables.map((name) => `$${name}`).join(', ')} first.`}
      </p>
      <pre tabIndex={0} aria-label="The request as a curl command">
        <code>{text}</code>
      </pre>
    </div>
  )
}
