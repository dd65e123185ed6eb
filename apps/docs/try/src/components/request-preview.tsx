import { maskSecrets } from '../request/mask-secrets.ts'
import { toCurl } from '../request/to-curl.ts'
import { CopyButton } from './copy-button.tsx'
import type { BenchProps } from './bench-props.ts'

/** The next request as a curl command, its secrets masked; the copy is the real one. */
export function RequestPreview({ bench }: BenchProps) {
  const command = toCurl(bench.filled.value.request)
  return (
    <section aria-labelledby="request-title">
      <h2 id="request-title">Request</h2>
      <pre class="command" tabIndex={0} aria-label="The request as curl">
        <code>{maskSecrets(command)}</code>
      </pre>
      <CopyButton text={command} label="Copy as curl" />
    </section>
  )
}
