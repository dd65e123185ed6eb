import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { serverUrl } from '../server-url.ts'
import { purchaseCommand } from '../parts/purchase-command.ts'

/** How to place the first order. */
export function PurchaseHint(): JSX.Element {
  const isCopied = useSignal(false)
  const command = purchaseCommand(document.getElementById('purchase')?.textContent ?? '', serverUrl)
  return (
    <div class="empty">
      <p>No orders yet. Buy a card from a terminal and watch the order change status:</p>
      <pre tabIndex={0} aria-label="Commands that buy a card">
        <code>{command}</code>
      </pre>
      <button
        type="button"
        onClick={() => {
          void navigator.clipboard.writeText(command).then(() => (isCopied.value = true))
        }}
      >
        {isCopied.value ? 'Copied' : 'Copy'}
      </button>
    </div>
  )
}
