import type { JSX } from 'preact'

/** The reason of a refusal, announced at once; empty if there is none. */
export function Refusal({ text }: { readonly text: string | null }): JSX.Element {
  return (
    <p class="refusal" role="alert">
      {text}
    </p>
  )
}
