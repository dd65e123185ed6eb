import { useSignal } from '@preact/signals'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
}

/** Copies a text and says so. Browsers lend the clipboard to secure pages alone: elsewhere there is no button. */
export function CopyButton({ text, label }: CopyButtonProps) {
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
