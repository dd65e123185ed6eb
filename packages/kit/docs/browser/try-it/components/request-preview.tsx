import { useSignal } from '@preact/signals'
import { toCurl, toFetch } from '../request/request.ts'
import { describeOutcome } from '../response/describe.ts'
import type { TryItProps } from '../state.ts'

const snippets = { curl: toCurl, fetch: toFetch }
type SnippetName = keyof typeof snippets

/** Shows the next request as a curl command or as JavaScript, with secrets masked. The copy contains the real values. */
export function RequestPreview({ tryIt }: TryItProps) {
  // The site script sets `data-language` to the language selected on other pages.
  const { language } = document.documentElement.dataset
  const chosen = useSignal<SnippetName>(language === 'fetch' ? 'fetch' : 'curl')
  const { request, maskedRequest } = tryIt.filled.value
  const name = chosen.value
  const write = snippets[name]
  return (
    <section aria-labelledby="request-title">
      <h2 id="request-title">Request</h2>
      <p class="buttons">
        {(Object.keys(snippets) as SnippetName[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === name} onClick={() => (chosen.value = one)}>
            {one}
          </button>
        ))}
      </p>
      <pre class="command" tabIndex={0} aria-label={`The request as ${name}`}>
        <code>{tryIt.secrets.maskText(write(maskedRequest))}</code>
      </pre>
      <CopyButton text={write(request)} label={`Copy as ${name}`} />
    </section>
  )
}

/** Lists all requests sent from this page, newest first. A click restores a request and its response. */
export function HistoryList({ tryIt }: TryItProps) {
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">Sent from this page</h2>
      {tryIt.exchanges.value.length === 0 ? (
        <p>No requests yet. They stay here until you leave the page.</p>
      ) : (
        <ol reversed>
          {tryIt.exchanges.value.map((exchange) => {
            const { operation, outcome, isMock, server } = exchange
            const { verdict, isSuccess } = describeOutcome(operation, outcome, tryIt.options, isMock)
            return (
              <li key={exchange.id}>
                <button
                  type="button"
                  aria-current={tryIt.shown.value === exchange ? 'true' : undefined}
                  onClick={() => tryIt.load(exchange)}
                >
                  <span class={isSuccess ? 'verdict good' : 'verdict bad'}>{verdict}</span>{' '}
                  {operation.summary} <small>{tryIt.servers[server]?.label}</small>
                </button>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

/** Copies a text and reports the result. Browsers allow clipboard access only on secure pages; other pages have no button. */
function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const copied = useSignal({ text: '', result: '' })
  if (!('clipboard' in navigator)) return null
  const copy = async (): Promise<void> => {
    const result = await navigator.clipboard.writeText(text).then(
      () => 'Copied, with the real values',
      () => 'The browser does not allow it',
    )
    copied.value = { text, result }
  }
  return (
    <p class="buttons">
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{copied.value.text === text ? copied.value.result : ''}</span>
    </p>
  )
}
