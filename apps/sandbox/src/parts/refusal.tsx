import type { JSX } from 'preact'

/** The reason of a refusal, announced at once; nothing if there was none. */
export function Refusal({ text }: { readonly text: string | null }): JSX.Element {
  return (
    <p class="refusal" role="alert">
      {text}
    </p>
  )
}
