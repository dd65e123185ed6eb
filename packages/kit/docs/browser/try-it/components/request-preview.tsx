import { useSignal } from '@preact/signals'
import { toCurl, toFetch } from '../request/request.ts'
import { describeOutcome } from '../response/describe.ts'
import type { TryItProps } from '../state.ts'

const snippets = { curl: toCurl, fetch: toFetch }
type SnippetName = keyof typeof snippets

/** The next request as a curl command or as JavaScript, its secrets masked; the copy is the real one. */
export function RequestPreview({ tryIt }: TryItProps) {
  // The script of the site leaves the language that the reader has chosen on other pages.
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

/** Every request sent from this page, the newest first; one click shows it again as it was sent. */
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

/** Copies a text and says so. Browsers lend the clipboard to secure pages alone: elsewhere there is no button. */
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
